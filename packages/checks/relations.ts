/** G: references between tables and the parcel layer. */
import { namesakesOf, villageOfIssuer, type NamedIssuer } from '../../land/definitions/issuer-name.ts'
import { draft, findingText, num } from './finding.ts'
import type { FindingDraft } from './finding.ts'
import type { Facts, Rules } from './facts.ts'
import type { CbdkxxRecord } from './tables.ts'
import { codeItem } from './limits.ts'

/** name of a CBDKXX row in findings */
export function parcelRow(row: CbdkxxRecord): string {
  return `${row.dkbm}|${row.cbfbm}`
}

function* parcelExists({ tables, parcels }: Facts): Iterable<FindingDraft> {
  for (const [dkbm] of tables.cbdkxx.groups('dkbm')) {
    const parcel = parcels.get(dkbm)
    if (!dkbm) continue
    if (!parcel) yield draft('CBDKXX', dkbm, 'DKBM', dkbm, `承包地块${dkbm}在地块图层中不存在`)
    else if (parcel.dklb !== '10') yield draft('CBDKXX', dkbm, 'DKBM', parcel.dklb, `地块${dkbm}已承包，但图层中地块类别为${parcel.dklb}，应为10承包地块`)
  }
}

function* parcelContracted({ tables, parcels }: Facts): Iterable<FindingDraft> {
  for (const [dkbm, { dklb }] of parcels) {
    if (dklb === '10' && !tables.cbdkxx.holds('dkbm', dkbm)) yield draft('DK', dkbm, 'DKBM', dkbm, '地块类别为承包地块，但承包地块信息表中没有它')
  }
}

function* targets({ tables }: Facts): Iterable<FindingDraft> {
  for (const row of tables.cbdkxx.values()) {
    const object = parcelRow(row)
    if (row.cbfbm && !tables.cbf.has(row.cbfbm)) yield draft('CBDKXX', object, 'CBFBM', row.cbfbm, `承包方${row.cbfbm}在承包方表中不存在`)
    if (row.fbfbm && !tables.fbf.has(row.fbfbm)) yield draft('CBDKXX', object, 'FBFBM', row.fbfbm, `发包方${row.fbfbm}在发包方表中不存在`)
    if (row.cbhtbm && !tables.cbht.has(row.cbhtbm)) yield draft('CBDKXX', object, 'CBHTBM', row.cbhtbm, `承包合同${row.cbhtbm}在承包合同表中不存在`)
    if (row.cbjyqzbm && !tables.djb.has(row.cbjyqzbm)) yield draft('CBDKXX', object, 'CBJYQZBM', row.cbjyqzbm, `登记簿${row.cbjyqzbm}不存在`)
  }
}

function* withoutContract({ tables }: Facts): Iterable<FindingDraft> {
  for (const [cbfbm, cbf] of tables.cbf) {
    if (!tables.cbht.holds('cbfbm', cbfbm)) yield draft('CBF', cbfbm, 'CBFBM', cbfbm, `承包方${cbf.cbfmc}没有承包合同（空户）`)
  }
}

function* membersAndOwners({ tables }: Facts): Iterable<FindingDraft> {
  for (const [cbfbm, cbf] of tables.cbf) {
    if (cbf.cbflx === '1' && !tables.members.holds('cbfbm', cbfbm)) yield draft('CBF', cbfbm, 'CBFBM', cbfbm, `农户${cbf.cbfmc}没有家庭成员记录`)
  }
  for (const cbfbm of tables.strays.keys()) yield draft('CBF_JTCY', cbfbm, 'CBFBM', cbfbm, `家庭成员所属的承包方${cbfbm}在承包方表中不存在`)
}

function* sameCodes({ tables }: Facts): Iterable<FindingDraft> {
  const sets = [
    ['CBHT', '承包合同', tables.cbht],
    ['CBJYQZDJB', '登记簿', tables.djb],
    ['CBJYQZ', '权证', tables.qz],
  ] as const
  for (const [i, [, , codes]] of sets.entries()) {
    for (const code of codes.keys()) {
      const missing = sets.filter(([, , rows]) => !rows.has(code))
      // a code is judged where it comes first
      if (!missing.length || sets.slice(0, i).some(([, , rows]) => rows.has(code))) continue
      const words = missing.map(([, word]) => word).join('、')
      yield draft(missing.map(([table]) => table).join(','), code, '', code, `代码${code}在${words}表中缺失，合同、登记簿、权证应一一对应`)
    }
  }
}

const letters: Record<string, string> = { J: '家庭承包', Q: '其他方式承包' }
const anyLetter = new Set(['200', '300'])

function* waysOfContracting({ tables }: Facts): Iterable<FindingDraft> {
  for (const [table, rows] of [
    ['CBHT', tables.cbht],
    ['CBJYQZDJB', tables.djb],
  ] as const) {
    for (const [code, { cbfs }] of rows) {
      const letter = code.slice(18)
      const expected = codeItem('cbjyqqdfs', cbfs)?.letter
      if (!letters[letter] || !expected || expected === letter || anyLetter.has(cbfs)) continue
      yield draft(table, code, 'CBFS', cbfs, `代码末位${letter}表示${letters[letter]}，承包方式却为${cbfs}`)
    }
  }
  for (const [code, djb] of tables.djb) {
    const cbht = tables.cbht.get(code)
    if (cbht && cbht.cbfs !== djb.cbfs) yield draft('CBJYQZDJB', code, 'CBFS', djb.cbfs, `登记簿承包方式为${djb.cbfs}，合同为${cbht.cbfs}，应一致`)
  }
  for (const row of tables.cbdkxx.values()) {
    const letter = row.cbhtbm.slice(18)
    const expected = codeItem('cbjyqqdfs', row.cbjyqqdfs)?.letter
    if (!letters[letter] || !expected || expected === letter || anyLetter.has(row.cbjyqqdfs)) continue
    yield draft('CBDKXX', parcelRow(row), 'CBJYQQDFS', row.cbjyqqdfs, `地块取得方式${row.cbjyqqdfs}与${letters[letter]}合同${row.cbhtbm}不符`)
  }
}

function* sameTerm({ tables }: Facts): Iterable<FindingDraft> {
  for (const [code, djb] of tables.djb) {
    const cbht = tables.cbht.get(code)
    if (!cbht) continue
    for (const [field, mine, other] of [
      ['CBQXQ', djb.cbqxq, cbht.cbqxq],
      ['CBQXZ', djb.cbqxz, cbht.cbqxz],
    ] as const) {
      if (mine !== other) yield draft('CBJYQZDJB', code, field, mine, `登记簿承包期限${mine || '空'}与合同的${other || '空'}不一致`)
    }
  }
}

function* oneContractPerParcel({ tables }: Facts): Iterable<FindingDraft> {
  for (const [dkbm, rows] of tables.cbdkxx.groups('dkbm', 2)) {
    const contracts = [...new Set(rows.map((row) => row.cbhtbm))]
    if (!dkbm || contracts.length < 2 || rows.every((row) => row.sfqqqg === '1')) continue
    yield draft('CBDKXX', dkbm, 'CBHTBM', contracts.join('、'), `地块同时在${contracts.length}份合同中，且未全部标明确权确股`)
  }
}

function* contractsPerHolder({ tables }: Facts): Iterable<FindingDraft> {
  for (const [cbfbm, rows] of tables.cbht.groups('cbfbm', 2)) {
    const codes = rows.map((row) => row.cbhtbm)
    const sameLetter = new Set(codes.map((code) => code.slice(18))).size < codes.length
    if (codes.length > 2 || sameLetter) yield draft('CBHT', cbfbm, 'CBHTBM', codes.join('、'), '承包方最多一份家庭承包合同和一份其他方式承包合同')
  }
}

function* codesInsideCodes({ tables }: Facts): Iterable<FindingDraft> {
  for (const [table, rows] of [
    ['CBHT', tables.cbht],
    ['CBJYQZDJB', tables.djb],
  ] as const) {
    for (const [code, { cbfbm, fbfbm }] of rows) {
      if (code.slice(0, 18) !== cbfbm) yield draft(table, code, 'CBFBM', cbfbm, `代码前18位与承包方代码${cbfbm}不同`)
      if (code.slice(0, 14) !== fbfbm) yield draft(table, code, 'FBFBM', fbfbm, `代码前14位与发包方代码${fbfbm}不同`)
    }
  }
}

function* circulation({ tables }: Facts): Iterable<FindingDraft> {
  for (const { lzhtbm, cbhtbm, lzqxksrq, lzqxjsrq, lzmj, lzdks } of tables.lzht.values()) {
    const cbht = tables.cbht.get(cbhtbm)
    const say = (field: string, value: string, message: string) => draft('LZHT', lzhtbm, field, value, message)
    if (!cbht) {
      yield say('CBHTBM', cbhtbm, `流转所依据的承包合同${cbhtbm}不存在`)
      continue
    }
    if (lzqxksrq < cbht.cbqxq) yield say('LZQXKSRQ', lzqxksrq, `流转开始日期早于承包期限起${cbht.cbqxq}`)
    if (lzqxjsrq > cbht.cbqxz) yield say('LZQXJSRQ', lzqxjsrq, `流转结束日期${lzqxjsrq}晚于承包期限止${cbht.cbqxz}`)
    if (num(lzmj) > cbht.htzmj + 0.005) yield say('LZMJ', lzmj, `流转面积${num(lzmj)}平方米大于合同总面积${cbht.htzmj}平方米`)
    if (num(lzdks) > cbht.cbdkzs) yield say('LZDKS', lzdks, `流转地块数${num(lzdks)}大于合同地块总数${cbht.cbdkzs}`)
  }
}

function* sourceDocument({ tables }: Facts): Iterable<FindingDraft> {
  for (const code of tables.djb.keys()) {
    if (!tables.qslyzlfj.holds('cbjyqzbm', code)) yield draft('CBJYQZDJB', code, '', '', '登记簿没有权属来源资料附件，至少应有1条')
  }
}

function* certificateEvents({ tables }: Facts): Iterable<FindingDraft> {
  for (const [table, word, codes] of [
    ['CBJYQZ_QZBF', '补发', tables.qzbf],
    ['CBJYQZ_QZHF', '换发', tables.qzhf],
  ] as const) {
    for (const code of codes.values()) {
      if (!tables.qz.has(code)) yield draft(table, code, 'CBJYQZBM', code, `${word}的权证${code}在权证表中不存在`, { severity: 'E' })
    }
  }
  for (const code of tables.qzzx.values()) {
    if (tables.qz.has(code)) yield draft('CBJYQZ_QZZX', code, 'CBJYQZBM', code, `权证${code}已注销，却仍在权证表中`, { severity: 'W' })
  }
}

function* idleIssuer({ tables, parcels }: Facts): Iterable<FindingDraft> {
  const used = new Set<string>()
  for (const codes of [tables.cbf.keys(), parcels.keys()]) for (const code of codes) used.add(code.slice(0, 14))
  for (const [fbfbm, fbf] of tables.fbf) {
    if (!used.has(fbfbm)) yield draft('FBF', fbfbm, 'FBFBM', fbfbm, `发包方${fbf.fbfmc}名下没有承包方和地块`)
  }
}

function* issuerNames({ tables }: Facts): Iterable<FindingDraft> {
  const villages = new Map<string, NamedIssuer[]>()
  for (const [fbfbm, { fbfmc }] of tables.fbf) {
    const own = villages.get(villageOfIssuer(fbfbm)) ?? []
    villages.set(villageOfIssuer(fbfbm), [...own, { fbfbm, fbfmc }])
  }
  for (const issuers of villages.values())
    for (const { fbfbm, fbfmc } of issuers) {
      // a pair is told once, at the first of the name
      const [first, ...rest] = [String(fbfbm), ...namesakesOf({ fbfbm, fbfmc }, issuers)].toSorted()
      if (first !== fbfbm) continue
      for (const other of rest) yield draft('FBF', `${fbfbm}|${other}`, 'FBFMC', fbfmc, `发包方${fbfbm}与${other}在同一村内名称相同（${findingText(fbfmc)}）`)
    }
}

/** Rules on references. */
export const relationRules = {
  F22: issuerNames,
  G01: parcelExists,
  G02: parcelContracted,
  G03: targets,
  G04: withoutContract,
  G05: membersAndOwners,
  G06: sameCodes,
  G07: waysOfContracting,
  G08: sameTerm,
  G09: oneContractPerParcel,
  G10: contractsPerHolder,
  G11: codesInsideCodes,
  G12: circulation,
  G13: sourceDocument,
  G14: certificateEvents,
  G15: idleIssuer,
} satisfies Rules<Facts>
