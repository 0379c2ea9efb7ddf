declare module "*.css";
declare module "virtual:land-outlines" {
  export const landUrl: string;
}
