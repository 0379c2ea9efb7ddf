export { type AccessLevel, type AddressedBy, accessLevel, ownsPoll } from "./access-level";
export {
  type Actor,
  hasManageScope,
  hasPrivateToken,
  isVisitor,
  type OrganizationRole,
  type Owner,
  type OwnerKey,
  ownerKeyOf,
  ownerOf,
  owns,
  provenBy,
  signedInRecently,
} from "./actor";
export * from "./admit";
export * from "./may-change-member";
export { mayDeletePoll, type PollDeletion } from "./may-delete-poll";
export { maySignUp, type SignUp, signUpModes } from "./may-sign-up";
export * from "./sign-in-providers";
export { type FieldRules, type Rule, visibleFields } from "./visible-fields";
