/** The layers of a tile of the ground: borders of regions, and the places of their names. */
export const BORDERS = 'borders'
export const NAMES = 'names'
/** Lengths of the codes whose borders a tile has, with the first zoom that has them (市, 县, 乡镇, 村, 组): where such a region is about a hundred pixels wide. */
const FROM_ZOOM: readonly (readonly [length: number, zoom: number])[] = [
  [4, 4],
  [6, 6],
  [9, 9],
  [12, 11],
  [14, 14],
]
/** The lengths of codes of the regions whose borders a tile of this zoom has, the shortest first. */
export const codeLengthsAt = (zoom: number): number[] => FROM_ZOOM.filter(([, from]) => zoom >= from).map(([length]) => length)
