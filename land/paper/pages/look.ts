/** What is seen on one page of a scan. */
export interface SeenPage {
  /** texts of the codes on it */
  codes: readonly string[]
  /** part of the page that is darker than its paper, 0 to 1 */
  ink: number
  /** dots an inch of the picture that covers the page; null where the page is drawn, not scanned */
  dpi: number | null
  /** by how much the page is turned clockwise, as its code tells; 0 without one */
  turned: 0 | 90 | 180 | 270
}
/** Pages of one scan at most. */
export const MOST_PAGES = 300
/** Dots an inch below which handwriting and finger prints are not told apart. */
export const LEAST_DPI = 150
/** A page with less ink than this is blank: dust, a fold, the shade of the back. */
const BLANK = 0.0008
export const isBlank = (p: SeenPage): boolean => p.codes.length === 0 && p.ink < BLANK
