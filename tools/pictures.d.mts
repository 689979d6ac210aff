/** Where it is kept which journey took each picture, and of which village. */
export const SHOWN: string
/** The pictures that pages show, each with the journey that takes it, and the village that they are of. */
export function shownPictures(): { village: string; pictures: Record<string, string | null> }
