export { type PictureFacts, type PictureFiles, pictureFiles } from "./picture-files";
