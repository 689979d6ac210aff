// Which papers a case asks for, and which of them a file says it is.
import { expect, test } from 'vitest'
import { typeCodes } from '../../../services/process/engine/definitions.ts'
import { askedFor, defaultFiles, paperNamed, paperTitle, SURVEY_KIND } from './materials.ts'

const KINDS: Readonly<Record<string, string>> = { HYJL: '会议记录（决议）', CBHT: '承包合同', CBJYQZ: '承包经营权证', QT: '其他', DCB: '调查表' }
const kindName = (kind: string) => KINDS[kind] ?? kind
const wanted = defaultFiles('contract_cancel')
const named = (file: string) => paperNamed(file, wanted, kindName)?.fileName

test('a file is told by the name of its paper, a part of it, its kind or its key', () => {
  expect(
    ['申请书.pdf', '张三身份证 正面.JPG', '原权证.pdf', '承包经营权证.pdf', '承包合同2016.pdf', '决议.pdf', 'SQS_1.jpg', 'cbht.pdf', '落户证明.pdf'].map(named),
  ).toEqual(['申请书', '身份证', '原权证', '原权证', '原合同', '会议记录（决议）', '申请书', '原合同', '死亡、婚嫁、落户证明'])
  // the longest word that fits says it: this is no certificate of death
  expect(named('交回证明.pdf')).toBe('征收、灭失、交回证明')
  expect(['IMG_0021.jpg', '1.pdf', 'sqsx.pdf', ''].map(named)).toEqual([undefined, undefined, undefined, undefined])
})

test('of two papers of one kind the first is asked for: a household that returns its land has lost nothing', () => {
  const required = (files: readonly { fileName: string; isRequired: string }[]) => files.filter((f) => f.isRequired === '1').map((f) => f.fileName)
  expect(required(askedFor(wanted, { with: ['QT'], without: ['GSB'] }))).toEqual(['申请书', '身份证', '原合同', '原权证', '征收、灭失、交回证明'])
  expect(required(askedFor(defaultFiles('contract_supplement'), { with: ['QT'] }))).toEqual(['申请书', '身份证', '遗失声明'])
  expect(wanted.map((f) => f.businessItem)).not.toContain(SURVEY_KIND)
})

test('every paper of the matrix has an English name; one that a region has named itself is told by its kind', () => {
  const all = typeCodes.flatMap(defaultFiles)
  expect(all.filter((f) => /[^\x20-\x7e]/.test(paperTitle(f).en))).toEqual([])
  expect(paperTitle({ businessItem: 'QT', fileName: '镇核查表' }, 'other')).toEqual({ zh: '镇核查表', en: 'other 镇核查表' })
  expect([named('Former contract.pdf'), named('minutes or resolution 2016.pdf')]).toEqual(['原合同', '会议记录（决议）'])
})
