export { type PictureFacts, type PictureFiles, pictureFiles } from "./picture-files";
export { themeColors } from "./theme-colors";
