export { createShelf, distributeCommonTables } from "./create-shelf";
export { distribute, type ShelfStatus, type WantedShelves } from "./distribute";
export { openShelves, perShelf, SHELVES_EVERY_MS, type Shelves } from "./open-shelves";
export {
  fileAddress,
  HOME_SHELF,
  idsOfShelf,
  markOfId,
  readFileAddress,
  readMarked,
  shelfMark,
  shelfOfId,
} from "./shelf-numbers";
export { listShelves, moveAddresses, type ShelfRecord } from "./shelf-records";
