import type { Field } from './field.ts'
import { normalizeId } from './id-card.ts'

// How text is written, one rule for form, workbook, package, search, comparison and signing. Each function changes nothing that it has written itself.

/** Radicals of the supplement beside the characters that they stand for, as text layers of PDFs have them. Source: Unicode 14, Equivalent_Unified_Ideograph. */
const RADICALS =
  '⺁厂⺂乛⺃乚⺄乙⺅亻⺆冂⺇𠘨⺈刀⺉刂⺊卜⺋㔾⺌小⺍小⺎兀⺏尣⺐尢⺑𡯂⺒巳⺓幺⺔彑⺕彐⺖忄⺗心⺘扌⺙攵⺛旡⺜日⺝月⺞歺⺟母⺠民⺡氵⺢氺⺣灬⺤爫⺥爫⺦丬⺧牛⺨犭⺩王⺪𤴔⺫目⺬示⺭礻⺮𥫗⺯糹⺰纟⺱罓⺲罒⺳㓁⺴冗⺵𦉫⺶羊' +
  '⺷𦍌⺸𦍋⺹耂⺺肀⺻聿⺼肉⺽𦥑⺾艹⺿艹⻀艹⻁虎⻂衤⻃覀⻄西⻅见⻆角⻇𧢲⻈讠⻉贝⻊𧾷⻋车⻌辶⻍辶⻎辶⻏邑⻐钅⻑長⻒镸⻓长⻔门⻕𨸏⻖阝⻗雨⻘青⻙韦⻚页⻛风⻜飞⻝食⻞𩙿⻟飠⻠饣⻡𩠐⻢马⻣骨⻤鬼⻥鱼⻦鸟⻧卤⻨麦⻩黄⻪黾⻫斉⻬齐⻭歯⻮齿⻯竜⻰龙⻱龜⻲亀⻳龟'
const UNIFIED = new Map(RADICALS.match(/../gu)!.map((pair) => [...pair] as [string, string]))

/**
 * Signs that tell nothing: what a decoder could not read, signs of a private font, which another computer shows as something else, what is no character, and more
 * marks on one letter than any writing has, which cover the lines around it.
 */
export const UNREADABLE = /[\ufffd\p{Co}\p{Cs}\p{NChar}]|\p{M}{10}/u

/** Radicals and compatibility ideographs as the characters that everybody else types; letters with their marks in one sign. */
const unified = (v: string): string => v.replace(/[\u2e80-\u2fd5]/g, (c) => UNIFIED.get(c) ?? c.normalize('NFKC')).normalize('NFC')

/** A line of text: characters unified, no blanks around it, every blank within a plain one. Most values are codes and figures. */
export const cleanText = (v: string): string => (/^[ -~]*$/.test(v) ? v : unified(v).replace(/\p{Zs}/gu, ' ')).trim()
/** Several lines of text: the same, but for the wide blanks that begin a paragraph. */
export const cleanNote = (v: string): string =>
  unified(v)
    .replace(/[^\P{Zs}\u3000]/gu, ' ')
    .replace(/[\s\u3000]+$|^[\r\n]+/g, '')
const narrow = (v: string): string => v.replace(/[０-９Ａ-Ｚａ-ｚ]/g, (c) => String.fromCharCode(c.charCodeAt(0) - 0xfee0))
/**
 * A name: a clean line whose letters and figures are narrow, without blanks beside a character, single ones between words. The points between the parts of a
 * minority name are one sign (U+00B7), a full stop among characters as well.
 */
export const cleanName = (v: string): string =>
  cleanText(narrow(v))
    .replace(/ *[•・‧∙⋅･．᛫⸱] */g, '·')
    .replace(/(?<=\p{Script=Han}) *\. *(?=\p{Script=Han})/gu, '·')
    .replace(/ +/g, ' ')
    .replace(/(?<=[\p{Script=Han}·]) | (?=[\p{Script=Han}·])/gu, '')
/** A name as it is compared: no blanks at all. */
export const nameKey = (v: unknown): string => unified(cleanName(typeof v === 'string' ? v : '').replaceAll(' ', ''))

/** What has these formats is a number, which people write in groups, or a code. */
const [NUMBERS, CODES] = [/^(idCard|creditCode|phone|contactPhone|postcode)$/, /^(code|idNumber|account|version|email)$/]
const isCode = ({ length, search, format }: Partial<Field>) => !!length || search === 'prefix' || CODES.test(format ?? '')
/** A number without blanks and a code, both in narrow signs, before their format is asked for; any other line as it is. */
const plain = (f: Partial<Field>, v: string) =>
  f.mask || NUMBERS.test(f.format ?? '') ? v.normalize('NFKC').replace(/\p{Zs}/gu, '') : isCode(f) ? narrow(v) : v
/** A value of a field as it is stored and looked for: what the field is decides, wherever the value comes from. */
export const cleaned = (f: Pick<Field, 'kind' | 'mask' | 'format' | 'name' | 'length' | 'search'>, v: string): string =>
  f.mask === 'idNumber' ? normalizeId(v) : f.name ? cleanName(v) : f.kind === 'note' ? cleanNote(v) : cleanText(plain(f, v))
