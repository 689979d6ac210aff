/** F: values of one table row, checked while the tables are streamed. */
import { SERIALS } from '../../land/register/acts/codes.ts'
import { cleanName, cleanText, UNREADABLE } from '../../kit/model/clean.ts'
import { HIDDEN } from '../../kit/model/hidden.ts'
import { nameWrong, personsWrong } from '../../land/definitions/membership.ts'
import { residentLike } from '../../land/definitions/person.ts'
import spec from '../../land/definitions/national/tables.json' with { type: 'json' }
import { draft, num, findingText } from './finding.ts'
import type { FindingDraft } from './finding.ts'
import type { Rules, TableInput } from './facts.ts'
import { codeItem, isCodeList, listText } from './limits.ts'
import { identityFault, isIdDate, isPhone, isPostcode, sexOf } from './identity.ts'
import type { StagedTable } from '../../land/definitions/national/format.ts'

export interface PersonField {
  name: string
  zh: string
  type: string
  length: number
  decimals: number
  constraint: string
  domain?: string
}
export const tableFields = Object.fromEntries(Object.entries(spec.tables).map(([name, table]) => [name, table.fields as PersonField[]])) as Record<
  StagedTable,
  PersonField[]
>

/** surveyor, recorder, reviewer and principal: judged by F19 instead of F01 */
const responsible = new Set(['FBF.FBFDCY', 'FBF.FBFFZRXM', 'CBF.CBFDCY', 'CBF.GSJSR', 'CBF.GSSHR'])
const patterns: Record<string, [RegExp, string]> = {
  FBFBM: [/^\d{14}$/, '14位数字'],
  CBFBM: [/^\d{18}$/, '18位数字'],
  SRFBM: [/^\d{18}$/, '18位数字'],
  DKBM: [/^\d{19}$/, '19位数字'],
  LZHTBM: [/^\d{18}$/, '18位数字'],
  CBHTBM: [/^\d{18}[JQ]$/, '18位数字加J或Q'],
  YCBHTBM: [/^\d{18}[JQ]$/, '18位数字加J或Q'],
  CBJYQZBM: [/^\d{18}[JQ]$/, '18位数字加J或Q'],
}
/** Fields of the document of a person: its kind and its number. */
export const PERSON_FIELDS: Partial<Record<StagedTable, [type: string, number: string]>> = {
  FBF: ['FZRZJLX', 'FZRZJHM'],
  CBF: ['CBFZJLX', 'CBFZJHM'],
  CBF_JTCY: ['CYZJLX', 'CYZJHM'],
}
/** Fields of every document that somebody showed: those of persons, and of who collected a certificate. */
const SHOWN_FIELDS: typeof PERSON_FIELDS = {
  ...PERSON_FIELDS,
  CBJYQZ: ['QZLQRZJLX', 'QZLQRZJHM'],
  CBJYQZ_QZBF: ['BFLQRZJLX', 'BFLQRZJHM'],
  CBJYQZ_QZHF: ['HFLQRZJLX', 'HFLQRZJHM'],
}
/** Names of persons and organisations that every form of the register asks to be names. */
export const NAME_FIELDS: Partial<Record<StagedTable, readonly string[]>> = {
  FBF: ['FBFMC', 'FBFFZRXM', 'FBFDCY'],
  CBF: ['CBFMC', 'CBFDCY', 'GSJSR', 'GSSHR'],
  CBF_JTCY: ['CYXM'],
  CBJYQZ: ['QZLQRXM'],
  CBJYQZ_QZBF: ['QZBFLQRXM'],
  CBJYQZ_QZHF: ['QZHFLQRXM'],
}
/** Why a text is no name, in Chinese; '' of one that is, of none, and of what B09 has told already. */
export function nameFault(value: string): string {
  return UNREADABLE.test(value) ? '' : (nameWrong(cleanName(value))?.zh ?? '')
}

function* undecodable({ table, row, object }: TableInput): Iterable<FindingDraft> {
  for (const [name, value] of Object.entries(row)) {
    if (UNREADABLE.test(findingText(value))) yield draft(table, object, name, value, `${name}中有无法识别的字符（乱码、空字符或造字），请重新填写`)
  }
}

function* filled({ table, row, object }: TableInput, wanted: boolean): Iterable<FindingDraft> {
  for (const field of tableFields[table]) {
    if (field.constraint !== 'M' || !Object.hasOwn(row, field.name) || findingText(row[field.name]) || responsible.has(`${table}.${field.name}`) !== wanted)
      continue
    yield draft(table, object, field.name, '', `${field.zh}（${field.name}）为空，该项必须填写`)
  }
}

function* emptyFields(input: TableInput): Iterable<FindingDraft> {
  yield* filled(input, false)
}

function* missingPersons(input: TableInput): Iterable<FindingDraft> {
  yield* filled(input, true)
}

function* codesInList({ table, row, object }: TableInput): Iterable<FindingDraft> {
  for (const field of tableFields[table]) {
    const list = field.domain ?? ''
    const value = findingText(row[field.name])
    if (!value || !isCodeList(list) || list === 'yhzgx' || codeItem(list, value)) continue
    yield draft(table, object, field.name, value, `${field.zh}（${field.name}）的值“${value}”不在代码表中，可用：${listText(list)}`)
  }
}

function* codePatterns({ table, row, object }: TableInput): Iterable<FindingDraft> {
  for (const { name, zh } of tableFields[table]) {
    const value = findingText(row[name])
    const pattern = patterns[name]
    if (value && pattern && !pattern[0].test(value)) yield draft(table, object, name, value, `${zh}“${value}”格式不对，应为${pattern[1]}`)
  }
}

function* validDates({ table, row, object, facts }: TableInput): Iterable<FindingDraft> {
  for (const { name, zh, type } of tableFields[table]) {
    const value = findingText(row[name])
    if (type !== 'Date' || !value) continue
    // ends of terms lie in the future by nature
    const term = name === 'CBQXZ' || name === 'LZQXJSRQ' || name === 'CBQXQ' || name === 'LZQXKSRQ'
    if (!isIdDate(value)) yield draft(table, object, name, value, `${zh}“${value}”不是有效日期`)
    else if (!term && value > facts.today) yield draft(table, object, name, value, `${zh}${value}晚于今天（${facts.today}）`)
  }
}

function* identityNumbers({ table, row, object, facts }: TableInput, limits: { strictIdentity: boolean }): Iterable<FindingDraft> {
  const [typeField, numberField] = PERSON_FIELDS[table] ?? ['', '']
  const value = findingText(row[numberField])
  if (!value || findingText(row[typeField]) !== '1') return
  // a representative who is also a member is judged once, on the member row
  if (table === 'CBF' && findingText(row['CBFLX']) === '1') return
  const fault = identityFault(value, facts.today)
  if (fault) yield draft(table, object, numberField, value, `身份证号${value}${fault}`, limits.strictIdentity ? { severity: 'E' } : {})
}

function* serialOfType({ table, row, object }: TableInput): Iterable<FindingDraft> {
  const cbfbm = findingText(row['CBFBM'])
  const range = SERIALS[findingText(row['CBFLX'])]
  if (table !== 'CBF' || !range || !/^\d{18}$/.test(cbfbm)) return
  const serial = Number(cbfbm.slice(14))
  if (serial >= range.from && serial <= range.to) return
  const type = codeItem('cbflx', findingText(row['CBFLX']))?.zh ?? ''
  yield draft(table, object, 'CBFLX', row['CBFLX'], `承包方类型为${type}，代码后四位应在${range.from}至${range.to}之间，现为${cbfbm.slice(14)}`)
}

/**
 * Fields of a member's row in which the one rule of persons finds something wrong (land/definitions/membership.ts), as of somebody who is there already: who comes and who is
 * somebody's spouse is asked of increments alone (docs/adr/0062).
 */
function personFaults(row: TableInput['row']): readonly string[] {
  const [cyxm, cyxb, cyzjlx, cyzjhm, sfgyr, cybz] = ['CYXM', 'CYXB', 'CYZJLX', 'CYZJHM', 'SFGYR', 'CYBZ'].map((n) => findingText(row[n]))
  return personsWrong([{ id: 'row', cyxm, cyxb, cyzjlx, cyzjhm, sfgyr, cybz }]).map((x) => x.field.split('.').at(-1)!)
}

function* sexByNumber({ table, row, object }: TableInput): Iterable<FindingDraft> {
  const sex = sexOf(findingText(row['CYZJHM']))
  const given = findingText(row['CYXB'])
  if (table !== 'CBF_JTCY' || findingText(row['CYZJLX']) !== '1' || !sex || !given || !personFaults(row).includes('cyxb')) return
  const word = (key: string) => codeItem('sex', key)?.zh ?? key
  yield draft(table, object, 'CYXB', given, `${findingText(row['CYXM'])}的性别为${word(given)}，但身份证号第17位表示${word(sex)}`)
}

function* deadCoOwner({ table, row, object }: TableInput): Iterable<FindingDraft> {
  const said = findingText(row['SFGYR'])
  if (table !== 'CBF_JTCY' || said === '' || !personFaults(row).includes('sfgyr')) return
  yield draft(table, object, 'SFGYR', said, `${findingText(row['CYXM'])}备注为去世，不能仍是共有人`)
}

function* phoneAndPostcode({ table, row, object }: TableInput): Iterable<FindingDraft> {
  const phone = findingText(row['LXDH'])
  const postcode = findingText(row['YZBM'])
  if (phone && !isPhone(phone)) yield draft(table, object, 'LXDH', phone, `联系电话“${phone}”格式不对，应为11位手机号或带区号的座机号`)
  if (postcode && !isPostcode(postcode)) yield draft(table, object, 'YZBM', postcode, `邮政编码“${postcode}”格式不对，应为6位数字`)
}

function* relation({ table, row, object }: TableInput): Iterable<FindingDraft> {
  const value = findingText(row['YHZGX'])
  if (table !== 'CBF_JTCY' || !value) return
  const item = codeItem('yhzgx', value)
  const name = findingText(row['CYXM'])
  if (!item) yield draft(table, object, 'YHZGX', value, `${name}与户主关系“${value}”不是GB/T 4761的代码`, { severity: 'E' })
  else if (item.sexHint && findingText(row['CYXB']) && item.sexHint !== findingText(row['CYXB'])) {
    const sex = codeItem('sex', findingText(row['CYXB']))?.zh ?? ''
    yield draft(table, object, 'YHZGX', value, `${name}与户主关系为“${item.zh}”，与性别${sex}不符`, { severity: 'W' })
  }
}

function* collected({ table, row, object }: TableInput): Iterable<FindingDraft> {
  if (table !== 'CBJYQZ') return
  const fields = tableFields[table].filter((field) => field.name.startsWith('QZLQR'))
  const state = findingText(row['QZSFLQ'])
  const empty = fields.filter((field) => !findingText(row[field.name])).map((field) => field.zh)
  const given = fields.filter((field) => findingText(row[field.name])).map((field) => field.zh)
  if (state === '1' && empty.length) yield draft(table, object, 'QZSFLQ', '1', `权证已领取，但未填${empty.join('、')}`, { severity: 'E' })
  if (state === '2' && given.length) yield draft(table, object, 'QZSFLQ', '2', `权证未领取，却填了${given.join('、')}`, { severity: 'W' })
}

function* positive({ table, row, object }: TableInput): Iterable<FindingDraft> {
  for (const { name, zh, domain } of tableFields[table]) {
    if (domain !== '>0' || !findingText(row[name])) continue
    if (!(num(row[name]) > 0)) yield draft(table, object, name, row[name], `${zh}（${name}）为${findingText(row[name])}，应大于0`)
  }
}

const compact = /(BM|XM|MC|HM|BH|DH|SJ|CY|JSR|SHR|DBR)$/
/** Whether a field has no blanks within: codes, names, numbers. */
export const isCompact = (field: string): boolean => compact.test(field)

function* blanks({ table, row, object }: TableInput): Iterable<FindingDraft> {
  for (const { name, zh, type } of tableFields[table]) {
    const value = findingText(row[name])
    if (type === 'Char' && HIDDEN.test(value)) yield draft(table, object, name, value, `${zh}（${name}）中有不可见字符，请去掉`)
    else if (type === 'Char' && isCompact(name) && /\s/.test(value)) yield draft(table, object, name, value, `${zh}“${value}”中有空格或换行，请去掉`)
    else if (type === 'Char' && cleanText(value) !== value.replace(/\p{Zs}/gu, ' ').trim())
      yield draft(table, object, name, value, `${zh}“${value}”中有部首或兼容字符，应为“${cleanText(value)}”`)
  }
}

function* names({ table, row, object }: TableInput): Iterable<FindingDraft> {
  for (const { name, zh } of tableFields[table]) {
    // a representative who is also a member is judged once, on the member row
    if (!NAME_FIELDS[table]?.includes(name) || (name === 'CBFMC' && findingText(row['CBFLX']) === '1')) continue
    const value = findingText(row[name])
    const fault = nameFault(value)
    if (fault) yield draft(table, object, name, value, `${zh}“${value}”不是姓名或名称：${fault}`)
  }
}

function* residentsNumbers({ table, row, object }: TableInput): Iterable<FindingDraft> {
  const [typeField, numberField] = SHOWN_FIELDS[table] ?? ['', '']
  const value = findingText(row[numberField])
  // a representative who is also a member is judged once, on the member row
  if (table === 'CBF' && findingText(row['CBFLX']) === '1') return
  const fault = residentLike(findingText(row[typeField]), value)
  if (fault) yield draft(table, object, numberField, value, `证件号码${value}：${fault.zh}`)
}

/** Rules on one table row. */
export const tableRowRules = {
  B09: undecodable,
  F01: emptyFields,
  F02: codesInList,
  F03: codePatterns,
  F05: validDates,
  F07: identityNumbers,
  F09: serialOfType,
  F12: sexByNumber,
  F13: deadCoOwner,
  F14: phoneAndPostcode,
  F15: relation,
  F16: collected,
  F17: positive,
  F18: blanks,
  F19: missingPersons,
  F20: names,
  F21: residentsNumbers,
} satisfies Rules<TableInput>
