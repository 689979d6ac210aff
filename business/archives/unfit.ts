// Why files cannot be filed, in both languages. Pure.
import { both, type Text } from '../../kit/model/lang.ts'

/** Texts of one kind, one after the other. */
export const textList = (texts: readonly Text[]): Text => both(texts.map((t) => t.zh).join('、'), texts.map((t) => t.en).join(', '))
/** A file and why it cannot be filed. */
export const unfitFile = (name: string, why: readonly Text[]): Text => both(`${name}（${textList(why).zh}）`, `${name} (${textList(why).en})`)
