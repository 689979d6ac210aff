/**
 * Signs that nobody sees and that no line of text has: controls, marks of direction, signs without width, choosers of a variant, fillers and blanks that are none,
 * letters of tags. They hide what stands there, and no font prints them. Several lines may have ends of lines, tabs and joiners, which some writings are not
 * written without. Apart from the checks of fields, whose library a thread that looks at a package does not load.
 */
export const HIDDEN = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\u2800\ufffc]/u
export const HIDDEN_IN_NOTE = new RegExp(`(?![\\t\\n\\r\\u200c\\u200d])${HIDDEN.source}`, 'u')
/** What is seen of a text of others. */
export const withoutHidden = (v: string): string => v.replace(new RegExp(HIDDEN.source, 'gu'), '')
