/**
 * Signs that nobody sees and that no line of text has: controls, marks of direction, signs without width, choosers of a variant, fillers, letters of tags. They hide
 * what stands there, and no font prints them. Several lines may have ends of lines and tabs, and the signs without width that come along with pasted text. Apart from
 * the checks of fields, whose library a thread that looks at a package does not load.
 */
export const HIDDEN = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\u034f\u115f\u1160\u3164\uffa0]|[\u{fe00}-\u{fe0f}]/u
export const HIDDEN_IN_NOTE = /[^\P{Cc}\t\n\r]|[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069\u{e0000}-\u{e007f}]/u
/** What is seen of a text of others. */
export const withoutHidden = (v: string): string => v.replace(new RegExp(HIDDEN.source, 'gu'), '')
