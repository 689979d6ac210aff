// Rows and bodies that a contract begins with, for whoever takes a case through its tasks: an issuer, parcels of reserve land, the application for them.

/** What every parcel of these has, measured and contracted, m² and mu. */
export const AREA = { m2: '1000.00', mu: '1.50' } as const
/** The day from which people of these rows are known. */
const DAY = '2026-01-01'

/** An issuer as it is written into its table; its code is its region's, or a village's followed by 00. `zjhm` is the number of who is responsible. */
export const issuerOf = (fbfbm: string, zjhm: string, more: object = {}) => ({
  regionCode: fbfbm.endsWith('00') ? fbfbm.slice(0, 12) : fbfbm,
  fbfbm,
  fbfmc: '测试村',
  fbffzrxm: '王村长',
  fzrzjlx: '1',
  fzrzjhm: zjhm,
  lxdh: '13800000000',
  fbfdz: '测试村',
  fbfdcy: '李',
  fbfdcrq: '2020-01-01',
  zt: '1',
  ...more,
})

/** A parcel of reserve land as it is written into its table. */
export const parcelOf = (fbfbm: string, dkbm: string, more: object = {}) => ({
  regionCode: fbfbm.endsWith('00') ? fbfbm.slice(0, 12) : fbfbm,
  fbfbm,
  dkbm,
  dkmc: `地块${dkbm.slice(-5)}`,
  dklb: '22',
  dldj: '01',
  tdyt: '1',
  sfjbnt: '1',
  scmj: AREA.m2,
  scmjm: AREA.mu,
  djzt: '0',
  dyzt: '0',
  yyzt: '0',
  lzzt: '0',
  zt: '1',
  ...more,
})
/** The same with a place on the map, its borders and a name of its own; each `n` another place. */
export const drawnParcelOf = (fbfbm: string, dkbm: string, n: number) => {
  const [x, e] = [(105.3 + n / 1000).toFixed(3), (105.3005 + n / 1000).toFixed(4)]
  const borders = { dkdz: '村道', dkxz: '灌溉渠', dknz: '村道', dkbz: '王五承包地' }
  return parcelOf(fbfbm, dkbm, { ...borders, dkmc: `沟边田${n}`, geom: `POLYGON((${x} 29.8,${e} 29.8,${e} 29.8005,${x} 29.8005,${x} 29.8))` })
}

interface Applied {
  fbfbm: string
  /** codes of the parcels */
  parcels: readonly string[]
  /** identity number of the head */
  zjhm: string
  name?: string
  /** how the land comes to the contractor (dictionary cbjyqqdfs): 110 by household contract */
  way?: string
}
/** A complete application of a new household for a contract over these parcels. */
export const applicationOf = ({ fbfbm, parcels, zjhm, name = '张三', way = '110' }: Applied) => ({
  obligeName: name,
  obligeIdType: '1',
  obligeIdCard: zjhm,
  obligePhone: '13812345678',
  businessName: `${name}承包合同签订`,
  businessTypeCode: 'contract_sign',
  businessItemCode: 'contract_sign_1',
  doSign: '1',
  businessReceiver: '村经办',
  businessReceiveTime: '2026-03-02 09:00:00',
  form: {
    fbfbm,
    dk: parcels.map((dkbm) => ({ dkbm, cbjyqqdfs: way, htmj: AREA.m2, htmjm: AREA.mu, sfqqqg: '2' })),
    cbht: { cbfs: way, cbqx: 30, cbqxq: '2026-04-01' },
    cbf: householdOf(name, zjhm),
  },
})
/** What a household's own form says beside its members and terms. */
export const householdFields = (name: string, zjhm: string) => ({
  cbfmc: name,
  cbflx: '1',
  cbfzjlx: '1',
  cbfzjhm: zjhm,
  cbfdz: '测试村1组',
  yzbm: '610000',
  cbfdcrq: DAY,
  cbfdcy: '李',
})
/** What is known besides of a household of the register: who looked at what was posted of it. */
export const POSTED = { gsjsr: '李', gsshrq: '2026-01-20', gsshr: '王' }
const householdOf = (name: string, zjhm: string) => ({
  ...householdFields(name, zjhm),
  jtcyList: [{ cyxm: name, cyxb: Number(zjhm[16]) % 2 === 1 ? '1' : '2', yhzgx: '02', cyzjlx: '1', cyzjhm: zjhm, sfgyr: '1' }],
})
