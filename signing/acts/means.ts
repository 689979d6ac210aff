/** How a name was written on site, as the evidence sheet says it. */
export const MEANS_WORDS: Readonly<Record<string, string>> = { pad: '签名板手写', touch: '屏幕手写', tablet: '平板手写' }
/** How a document was compared, as the evidence sheet says it. */
export const DOC_WORDS: Readonly<Record<string, string>> = { reader: '读卡器读取', typed: '人工录入' }
/** A number of a document as the evidence sheet shows it: its ends, short enough for a cell. */
export const shortNumber = (v: string): string => (v.length <= 7 ? '****' : `${v.slice(0, 3)}****${v.slice(-4)}`)
