/** G: references between tables and the parcel layer. */
import { draft, num, text } from './types.ts'
import type { Draft, Facts, Rules } from './types.ts'
import type { Cbdkxx } from './tables.ts'
import { codeItem } from './limits.ts'

/** name of a CBDKXX row in findings */
export function parcelRow(row: Cbdkxx): string {
  return `${row.dkbm}|${row.cbfbm}`
}

/** Rows grouped by a key, in order of appearance. */
export function groupBy<Row>(rows: Iterable<Row>, key: (row: Row) => string): Map<string, Row[]> {
  const groups = new Map<string, Row[]>()
  for (const row of rows) {
    const name = key(row)
    const group = groups.get(name)
    if (group) group.push(row)
    else groups.set(name, [row])
  }
  return groups
}

function* parcelExists({ tables, parcels }: Facts): Iterable<Draft> {
  for (const [dkbm] of groupBy(tables.cbdkxx, (row) => row.dkbm)) {
    const parcel = parcels.get(dkbm)
    if (!dkbm) continue
    if (!parcel) yield draft('CBDKXX', dkbm, 'DKBM', dkbm, `承包地块${dkbm}在地块图层中不存在`)
    else if (parcel.dklb !== '10') yield draft('CBDKXX', dkbm, 'DKBM', parcel.dklb, `地块${dkbm}已承包，但图层中地块类别为${parcel.dklb}，应为10承包地块`)
  }
}

function* parcelContracted({ tables, parcels }: Facts): Iterable<Draft> {
  const contracted = new Set(tables.cbdkxx.map((row) => row.dkbm))
  for (const [dkbm, { dklb }] of parcels) {
    if (dklb === '10' && !contracted.has(dkbm)) yield draft('DK', dkbm, 'DKBM', dkbm, '地块类别为承包地块，但承包地块信息表中没有它')
  }
}

function* targets({ tables }: Facts): Iterable<Draft> {
  for (const row of tables.cbdkxx) {
    const object = parcelRow(row)
    if (row.cbfbm && !tables.cbf.has(row.cbfbm)) yield draft('CBDKXX', object, 'CBFBM', row.cbfbm, `承包方${row.cbfbm}在承包方表中不存在`)
    if (row.fbfbm && !tables.fbf.has(row.fbfbm)) yield draft('CBDKXX', object, 'FBFBM', row.fbfbm, `发包方${row.fbfbm}在发包方表中不存在`)
    if (row.cbhtbm && !tables.cbht.has(row.cbhtbm)) yield draft('CBDKXX', object, 'CBHTBM', row.cbhtbm, `承包合同${row.cbhtbm}在承包合同表中不存在`)
    if (row.cbjyqzbm && !tables.djb.has(row.cbjyqzbm)) yield draft('CBDKXX', object, 'CBJYQZBM', row.cbjyqzbm, `登记簿${row.cbjyqzbm}不存在`)
  }
}

function* withoutContract({ tables }: Facts): Iterable<Draft> {
  const holders = new Set([...tables.cbht.values()].map((row) => row.cbfbm))
  for (const [cbfbm, cbf] of tables.cbf) {
    if (!holders.has(cbfbm)) yield draft('CBF', cbfbm, 'CBFBM', cbfbm, `承包方${cbf.cbfmc}没有承包合同（空户）`)
  }
}

function* membersAndOwners({ tables }: Facts): Iterable<Draft> {
  for (const [cbfbm, cbf] of tables.cbf) {
    if (cbf.cbflx === '1' && !cbf.members.length) yield draft('CBF', cbfbm, 'CBFBM', cbfbm, `农户${cbf.cbfmc}没有家庭成员记录`)
  }
  for (const cbfbm of tables.strays) yield draft('CBF_JTCY', cbfbm, 'CBFBM', cbfbm, `家庭成员所属的承包方${cbfbm}在承包方表中不存在`)
}

function* sameCodes({ tables }: Facts): Iterable<Draft> {
  const sets = [
    ['CBHT', '承包合同', tables.cbht],
    ['CBJYQZDJB', '登记簿', tables.djb],
    ['CBJYQZ', '权证', tables.qz],
  ] as const
  for (const code of new Set(sets.flatMap(([, , rows]) => [...rows.keys()]))) {
    const missing = sets.filter(([, , rows]) => !rows.has(code))
    if (!missing.length) continue
    const words = missing.map(([, word]) => word).join('、')
    yield draft(missing.map(([table]) => table).join(','), code, '', code, `代码${code}在${words}表中缺失，合同、登记簿、权证应一一对应`)
  }
}

const letters: Record<string, string> = { J: '家庭承包', Q: '其他方式承包' }
const anyLetter = new Set(['200', '300'])

function* waysOfContracting({ tables }: Facts): Iterable<Draft> {
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
  for (const row of tables.cbdkxx) {
    const letter = row.cbhtbm.slice(18)
    const expected = codeItem('cbjyqqdfs', row.cbjyqqdfs)?.letter
    if (!letters[letter] || !expected || expected === letter || anyLetter.has(row.cbjyqqdfs)) continue
    yield draft('CBDKXX', parcelRow(row), 'CBJYQQDFS', row.cbjyqqdfs, `地块取得方式${row.cbjyqqdfs}与${letters[letter]}合同${row.cbhtbm}不符`)
  }
}

function* sameTerm({ tables }: Facts): Iterable<Draft> {
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

function* oneContractPerParcel({ tables }: Facts): Iterable<Draft> {
  for (const [dkbm, rows] of groupBy(tables.cbdkxx, (row) => row.dkbm)) {
    const contracts = [...new Set(rows.map((row) => row.cbhtbm))]
    if (!dkbm || contracts.length < 2 || rows.every((row) => row.sfqqqg === '1')) continue
    yield draft('CBDKXX', dkbm, 'CBHTBM', contracts.join('、'), `地块同时在${contracts.length}份合同中，且未全部标明确权确股`)
  }
}

function* contractsPerHolder({ tables }: Facts): Iterable<Draft> {
  for (const [cbfbm, rows] of groupBy(tables.cbht, ([, cbht]) => cbht.cbfbm)) {
    const codes = rows.map(([code]) => code)
    const sameLetter = new Set(codes.map((code) => code.slice(18))).size < codes.length
    if (codes.length > 2 || sameLetter) yield draft('CBHT', cbfbm, 'CBHTBM', codes.join('、'), '承包方最多一份家庭承包合同和一份其他方式承包合同')
  }
}

function* codesInsideCodes({ tables }: Facts): Iterable<Draft> {
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

function* circulation({ tables }: Facts): Iterable<Draft> {
  for (const row of tables.lzht) {
    const cbht = tables.cbht.get(text(row['CBHTBM']))
    const say = (field: string, message: string) => draft('LZHT', text(row['LZHTBM']), field, row[field], message)
    if (!cbht) {
      yield say('CBHTBM', `流转所依据的承包合同${text(row['CBHTBM'])}不存在`)
      continue
    }
    if (text(row['LZQXKSRQ']) < cbht.cbqxq) yield say('LZQXKSRQ', `流转开始日期早于承包期限起${cbht.cbqxq}`)
    if (text(row['LZQXJSRQ']) > cbht.cbqxz) yield say('LZQXJSRQ', `流转结束日期${text(row['LZQXJSRQ'])}晚于承包期限止${cbht.cbqxz}`)
    if (num(row['LZMJ']) > cbht.htzmj + 0.005) yield say('LZMJ', `流转面积${num(row['LZMJ'])}平方米大于合同总面积${cbht.htzmj}平方米`)
    if (num(row['LZDKS']) > cbht.cbdkzs) yield say('LZDKS', `流转地块数${num(row['LZDKS'])}大于合同地块总数${cbht.cbdkzs}`)
  }
}

function* sourceDocument({ tables }: Facts): Iterable<Draft> {
  for (const code of tables.djb.keys()) {
    if (!tables.withSource.has(code)) yield draft('CBJYQZDJB', code, '', '', '登记簿没有权属来源资料附件，至少应有1条')
  }
}

function* certificateEvents({ tables }: Facts): Iterable<Draft> {
  for (const [table, word, codes] of [
    ['CBJYQZ_QZBF', '补发', tables.qzbf],
    ['CBJYQZ_QZHF', '换发', tables.qzhf],
  ] as const) {
    for (const code of codes) {
      if (!tables.qz.has(code)) yield draft(table, code, 'CBJYQZBM', code, `${word}的权证${code}在权证表中不存在`, { severity: 'E' })
    }
  }
  for (const code of tables.qzzx) {
    if (tables.qz.has(code)) yield draft('CBJYQZ_QZZX', code, 'CBJYQZBM', code, `权证${code}已注销，却仍在权证表中`, { severity: 'W' })
  }
}

function* idleIssuer({ tables, parcels }: Facts): Iterable<Draft> {
  const used = new Set([...tables.cbf.keys(), ...parcels.keys()].map((code) => code.slice(0, 14)))
  for (const [fbfbm, fbf] of tables.fbf) {
    if (!used.has(fbfbm)) yield draft('FBF', fbfbm, 'FBFBM', fbfbm, `发包方${fbf.fbfmc}名下没有承包方和地块`)
  }
}

/** Rules on references. */
export const relationRules = {
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
