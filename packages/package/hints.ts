import type { Text } from '../../kit/model/lang.ts'

const ENCODINGS = { 'utf-8': 'UTF-8', gb18030: 'GB 18030', big5: 'Big5' } as const
type Encoded = keyof typeof ENCODINGS
/** How the files of a survey were read otherwise than they say of themselves; nothing is refused for it. */
export const surveyHints = {
  encoding: (declared: Encoded, is: Encoded): Text => ({
    zh: `文字编码声明为${ENCODINGS[declared]}，实际为${ENCODINGS[is]}，已按实际编码读取`,
    en: `The text is declared as ${ENCODINGS[declared]} but encoded in ${ENCODINGS[is]}: it was read as the latter`,
  }),
  places: (bytes: number): Text => ({
    zh: `shp文件编辑后未整理${bytes ? `（含${bytes}字节废弃数据）` : ''}，已按shx索引读取`,
    en: `The .shp was edited and not packed${bytes ? ` (${bytes} dead bytes)` : ''}: it was read using its .shx`,
  }),
  index: {
    zh: 'shx索引损坏，已按shp中记录的先后顺序读取，请核对图形与属性是否对应',
    en: 'The .shx is damaged: records were read in the order of the .shp; check that outlines and attributes belong together',
  } as Text,
  projection: (name: string): Text => ({ zh: `投影为【${name}】，已按其参数换算`, en: `The projection is ${name}: it was converted using its own parameters` }),
}
