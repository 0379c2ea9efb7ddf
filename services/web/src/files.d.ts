declare module "*.css";
declare module "virtual:land-outlines" {
  export const landUrl: string;
}
/** The icons of Lucide that are in use (scripts/web/build-pages.mjs). */
declare module "virtual:icons" {
  export const Angry: string;
  export const ArrowDownUp: string;
  export const Calendar: string;
  export const Camera: string;
  export const Check: string;
  export const ChevronDown: string;
  export const ChevronLeft: string;
  export const ChevronRight: string;
  export const ChevronUp: string;
  export const Download: string;
  export const Ellipsis: string;
  export const EqualApproximately: string;
  export const Flag: string;
  export const Frown: string;
  export const Heart: string;
  export const Laugh: string;
  export const ListPlus: string;
  export const Lock: string;
  export const Mail: string;
  export const MapPin: string;
  export const Meh: string;
  export const Merge: string;
  export const MessageCircle: string;
  export const Minus: string;
  export const Pencil: string;
  export const Plus: string;
  export const Share2: string;
  export const Sheet: string;
  export const SlidersHorizontal: string;
  export const Smile: string;
  export const Split: string;
  export const Star: string;
  export const ThumbsUp: string;
  export const Trash: string;
  export const Trophy: string;
  export const Undo2: string;
  export const Upload: string;
  export const User: string;
  export const Users: string;
  export const X: string;
}
