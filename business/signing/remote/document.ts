/** How what stands on an identity document is compared. */

/** Numbers of identity documents are compared without blanks and case. */
export const plainId = (v: unknown): string =>
  String(v ?? '')
    .replace(/\s/g, '')
    .toUpperCase()
/** Names are compared without blanks; the points between the parts of a minority name are one sign. */
export const plainName = (v: unknown): string =>
  String(v ?? '')
    .replace(/\s/g, '')
    .replace(/[•・‧∙．.]/g, '·')
