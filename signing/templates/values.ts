/** What a contract says at the placeholders of a template. Source: documents.md 6. */

import { copiesOf, CONTRACT_DK_ROW_LIMIT, type ContractDoc, type ContractParty } from '../../land/paper/documents/contract.ts'

/** Values by placeholder; lists are rows of values. */
export type PlaceholderValues = Readonly<Record<string, string | readonly Readonly<Record<string, string>>[]>>
/** Whether the contract has more parcels than its own table takes: they stand in the annex then. */
export const isMoved = (d: ContractDoc): boolean => d.dk.length > (d.dkRowLimit ?? CONTRACT_DK_ROW_LIMIT)
const party = (of: string, p: ContractParty | undefined) => ({
  [`${of}mc`]: p?.cbfmc ?? '',
  [`${of}zjhm`]: p?.cbfzjhm ?? '',
  [`${of}lxdh`]: p?.lxdh ?? '',
  [`${of}dz`]: p?.cbfdz ?? '',
})
const ANNEX_ROW = { dkmc: '详见附表', dkbm: '', dkdz: '', dknz: '', dkxz: '', dkbz: '', htmjm: '', dldj: '', bz: '' }

/** @returns a text for every placeholder that a template may have: what a contract lacks is empty */
export const valuesOf = (d: ContractDoc): PlaceholderValues => ({
  jzbh: d.jzbh ?? '',
  cbhtbm: d.cbhtbm,
  htxlh: d.htxlh ?? '',
  qdsj: d.qdsj ?? '',
  qddd: d.qddd ?? '',
  fbfmc: d.fbf.fbfmc,
  shxydm: d.fbf.shxydm ?? '',
  fbffzrxm: d.fbf.fbffzrxm,
  fzrzjhm: d.fbf.fzrzjhm ?? '',
  fbflxdh: d.fbf.lxdh ?? '',
  ...party('cbf', d.cbf),
  ...party('df', d.other),
  dks: String(d.dk.length),
  htzmjm: d.htzmjm,
  cbfs: d.way ?? '家庭承包',
  cbqx: d.cbqx,
  cbqxsm: d.cbqxsm ?? '',
  cbqxq: d.cbqxq,
  cbqxz: d.cbqxz,
  fs: copiesOf(d),
  dk: isMoved(d) ? [ANNEX_ROW] : d.dk.map((r) => ({ ...r, bz: r.bz ?? '' })),
  jtcy: d.jtcy.map((m) => ({ ...m, bz: m.bz ?? '' })),
  qtsx: d.qtsx?.length ? d.qtsx.map((t, i) => ({ qtsxnr: `（${i + 1}）${t}` })) : [{ qtsxnr: '无。' }],
})
