// Who signs by phone, and why somebody cannot.
import { expect, test } from 'vitest'
import type { Problem } from '../../kit/model/problem.ts'
import type { ContractData } from '../../land/paper/read.server.ts'
import type { SignerAuth } from './agents.ts'
import { differsFrom, personsOnSite } from './desk-persons.server.ts'
import { signingPersons } from './persons.server.ts'

type Own = { cbfmc: string; cbfzjhm?: string; lxdh?: string }
const ZHANG: Own = { cbfmc: '张三', cbfzjhm: '51202119500101100x', lxdh: ' 13900000001 ' }
const LI: Own = { cbfmc: '李四', cbfzjhm: '512021196001011000', lxdh: '13900000002' }
const data = (holder: Own, other?: { kind: 'transfer' | 'exchange'; holder: Own }) =>
  ({
    words: {},
    contract: {
      holder,
      issuer: { fbfmc: '村', fbffzrxm: '王五', fzrzjhm: '512021197001011000', lxdh: '13900000003' },
      ...(other ? { other: { ...other, matters: [] } } : {}),
    },
  }) as unknown as ContractData
const agent = (more: object = {}) => ({ signerName: '镇鉴证', signerIdCard: '512021198001011000', signerPhone: '13900000004', ...more }) as SignerAuth
const told = (d: ContractData, agents = {}) => signingPersons(d, agents).map((p) => [p.node, p.name, p.idCard, p.phone])
/** What a refusal says in both languages. */
function said(work: () => unknown): readonly string[] {
  try {
    work()
  } catch (e) {
    return [(e as Problem).key, (e as Problem).say('zh'), (e as Problem).say('en')]
  }
  return []
}

test('each node has its person with number and phone: of a transfer who gives first; an agent before the principal', () => {
  const [zhang, li] = [
    ['张三', '51202119500101100X', '13900000001'],
    ['李四', '512021196001011000', '13900000002'],
  ]
  const [wang, jian] = [
    ['王五', '512021197001011000', '13900000003'],
    ['镇鉴证', '512021198001011000', '13900000004'],
  ]
  expect(told(data(ZHANG))).toEqual([
    ['cbf', ...zhang!],
    ['fbf', ...wang!],
  ])
  expect(told(data(ZHANG, { kind: 'transfer', holder: LI }), { jz: agent() })).toEqual([
    ['cbf', ...li!],
    ['cbf_zr', ...zhang!],
    ['fbf', ...wang!],
    ['jz', ...jian!],
  ])
  expect(told(data(ZHANG, { kind: 'exchange', holder: LI }), { fbf: agent() }).map((p) => p[1])).toEqual(['张三', '李四', '镇鉴证'])
})

test('who has no number, no phone or a landline cannot sign by phone, nor can two persons by one phone; one person at two nodes can', () => {
  const lacks = (zh: string, en: string) => [
    'signer-incomplete',
    `承包方代表缺少${zh}，不能线上签署`,
    `The contractor's representative has no ${en}: signing by phone is not possible`,
  ]
  expect(said(() => told(data({ ...ZHANG, cbfzjhm: '' })))).toEqual(lacks('证件号码', 'ID number'))
  for (const lxdh of ['', '028-85551234', '1390000000']) expect(said(() => told(data({ ...ZHANG, lxdh })))).toEqual(lacks('手机号码', 'mobile number'))
  expect(said(() => told(data(ZHANG), { jz: agent({ signerPhone: '13900000001' }) }))).toEqual([
    'signer-phone',
    '张三、镇鉴证的手机号码相同，线上签署须各用本人手机',
    '张三 and 镇鉴证 have the same phone number: each must sign with a phone of their own',
  ])
  const both = { signerIdCard: '512021197001011000', signerPhone: '13900000003' }
  expect(told(data(ZHANG), { jz: agent(both) }).map((p) => p[3])).toEqual(['13900000001', '13900000003', '13900000003'])
})

test('on site nobody needs a phone, but each a number to compare; names are compared without blanks and with one sign for the point', () => {
  const told = (own: Own) => personsOnSite(data(own), {}).map((p) => [p.node, p.name, p.idCard, p.phone])
  expect(told({ ...ZHANG, lxdh: '' })[0]).toEqual(['cbf', '张三', '51202119500101100X', undefined])
  expect(told({ ...ZHANG, lxdh: '028-85551234' })[0]![3]).toBeUndefined()
  expect(said(() => told({ ...ZHANG, cbfzjhm: ' ' }))).toEqual([
    'signer-no-number',
    '承包方代表缺少证件号码，不能现场核对身份；请先补充其证件号码或配置签署代理人',
    "The contractor's representative has no ID number, so identity cannot be verified on site: enter it, or name an agent",
  ])
  const of = { signerName: '阿依古丽·买买提', signerIdCard: '51202119500101100X' }
  const differs = (name: string, number: string) => differsFrom(of, { name, number })?.key
  expect([
    differs('阿依古丽•买买提 ', '51202119500101100x'),
    differs('阿依古丽', '51202119500101100X'),
    differs('阿依古丽・买买提', '51202119500101101X'),
  ]).toEqual([undefined, 'sign-onsite-name', 'sign-onsite-number'])
})
