// What a registry takes as a message: every name that was agreed, in its form; of rows more may stand beside. Pure. Source: business-flows.md 10.1.

/** A text, number or nothing in its form; a list of one rule; an object of names, `?` where one may be missing, `*` for whatever else is text, number or nothing. */
type Rule = RegExp | readonly [Rule] | { readonly [name: string]: Rule }
const ANY = /^[^]*$/
const DAY = /^(\d{4}-\d\d-\d\d)?$/
const AREA = /^(\d+(\.\d+)?)?$/
const BOOK = /^\d{18}[JQ]$/
const SIDE = /^(before|after)$/
const names = (list: string, rule: Rule = ANY): { readonly [name: string]: Rule } => Object.fromEntries(list.split(' ').map((n) => [n, rule]))

const book: Rule = {
  cbjyqzbm: BOOK,
  ...names('cbfmc fbfmc cbfs'),
  ...names('cbqxq cbqxz', DAY),
  ...names('htzmj htzmjm', AREA),
  parcels: [{ dkbm: /^\d{19}$/, ...names('htmj htmjm', AREA), '*': ANY }],
  ql: names('YWH QLLX DJLX FBFDM FBFMC CBMJ CBQSSJ CBJSSJ TDSYQXZ SYTTLX BDCDYH QXDM DBR DJSJ FJ QSZT'),
  '*': ANY,
}
const MESSAGE: Rule = {
  head: {
    msgId: /^[0-9a-f]{8}-[0-9a-f]{4}-5[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/,
    bizCode: /^\w{1,40}$/,
    bizType: /^\w{1,40}$/,
    bizItem: /^\w{0,40}$/,
    bdcCode: /^\d{7}$/,
    regionCode: /^\d{6,14}$/,
    sendTime: /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/,
    version: /^[1-9]\d*$/,
    'prevBizCode?': /^\w{1,40}$/,
    'callbackUrl?': /^https?:\/\//,
  },
  before: [book],
  after: [book],
  parcels: [
    {
      dkbm: /^\d{19}$/,
      ydkbm: [/^\d{19}$/],
      bdcdyh: /^(\w{28})?$/,
      op: /^0[1-4]$/,
      wkt: /^((MULTI)?POLYGON\(\([^]+\)\))?$/,
      crs: /^EPSG:4490$/,
      ...names('areaM2 areaMu', AREA),
      '*': ANY,
    },
  ],
  parties: {
    fbf: { fbfbm: /^\d{14}$/, fbfmc: ANY, '*': ANY },
    cbf: [{ cbfbm: /^\d{18}$/, cbfmc: ANY, cbfzjhm: ANY, cbjyqzbm: BOOK, side: SIDE, '*': ANY }],
    members: [{ ...names('cyxm cyzjhm yhzgx'), cbjyqzbm: BOOK, side: SIDE, '*': ANY }],
  },
  contract: [
    {
      cbhtbm: BOOK,
      ...names('htxlh cbfs fileId'),
      ...names('cbqxq cbqxz qdsj', DAY),
      ...names('htzmj htzmjm', AREA),
      sha256: /^([0-9a-f]{64})?$/,
      side: SIDE,
      '*': ANY,
    },
  ],
  files: [{ ...names('kind name'), fileId: /^\d{1,19}$/, url: /^\//, sha256: /^([0-9a-f]{64})?$/, size: /^\d*$/ }],
}

function faults(v: unknown, rule: Rule, path: string): string[] {
  if (rule instanceof RegExp) {
    if (typeof v === 'object' && v !== null) return [`${path}: no text`]
    return rule.test(v === null || v === undefined ? '' : String(v)) ? [] : [`${path}: ${String(v).slice(0, 60)}`]
  }
  if (Array.isArray(rule)) {
    // an empty list of XML has neither items nor text
    if (v === '') return []
    return Array.isArray(v) ? v.flatMap((x, i) => faults(x, rule[0], `${path}/${i}`)) : [`${path}: no list`]
  }
  if (typeof v !== 'object' || v === null || Array.isArray(v)) return [`${path}: no object`]
  const { '*': more, ...named } = rule as { readonly [name: string]: Rule }
  const known = Object.entries(named).map(([n, r]) => [n.replace('?', ''), r, n.endsWith('?')] as const)
  const own = v as Record<string, unknown>
  return [
    ...known.flatMap(([n, r, mayMiss]) => (Object.hasOwn(own, n) ? faults(own[n], r, `${path}/${n}`) : mayMiss ? [] : [`${path}/${n}: missing`])),
    ...Object.keys(own)
      .filter((n) => !known.some(([k]) => k === n))
      .flatMap((n) => (more ? faults(own[n], more, `${path}/${n}`) : [`${path}/${n}: unknown`])),
  ]
}
/** What a registry finds wrong with a message; nothing where it takes it. A message without an issuer has none in its parties. */
export const registryFaults = (m: Record<string, unknown>): string[] => {
  const parties = m.parties as { fbf?: unknown } | null
  const bare = parties && typeof parties === 'object' && parties.fbf === null
  return faults(bare ? { ...m, parties: { ...parties, fbf: { fbfbm: '0'.repeat(14), fbfmc: null } } } : m, MESSAGE, '')
}
