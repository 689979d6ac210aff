import { openCounty } from './county.ts'
import { compare, figure, judge, print, sizesOf } from './measure.ts'
import { COUNTY, type Statement } from './setup.ts'

// The list of books for which a business may be begun, 50 of a page, with what stands against each: the whole HTTP route against the same SQL. Source: register.md 7.

/** The whole route : every statement of that request on one connection, in order. */
const LIMIT = 1.5
/** Statements of the page's own transaction, whatever its rows: the page, its total, the bits. */
const STATEMENTS = 4

const VILLAGE = `${COUNTY}102205`
const of = (type: string, query: Record<string, string>) => `/${type}/page?${new URLSearchParams({ current: '1', size: '50', ...query })}`
const CASES = {
  'split, county': of('ywbl/change-split/djb', { regionCode: COUNTY }),
  'split, county, page 100': of('ywbl/change-split/djb', { regionCode: COUNTY, current: '100' }),
  'split, town': of('ywbl/change-split/djb', { regionCode: `${COUNTY}102` }),
  'split, village': of('ywbl/change-split/djb', { regionCode: VILLAGE }),
  'transfer, county, by code': of('ywbl/change-transfer/djb', { regionCode: COUNTY, cbfbm: `${COUNTY}102205030012` }),
  'renew, county': of('base-qssj/djb/renew', { regionCode: COUNTY }),
  'split, village, eligible only': of('ywbl/change-split/djb', { regionCode: VILLAGE, onlyEligible: '1' }),
}

const over: string[] = []
for (const parcels of sizesOf(process.argv.slice(2))) {
  const b = await openCounty(parcels)
  const client = await b.bare.connect()
  const shown: string[][] = []
  for (let i = 0; i < 5; i++) for (const path of Object.values(CASES)) await b.get(path)
  for (const [name, path] of Object.entries(CASES)) {
    const { records, total } = JSON.parse(String(await b.get(path))).data
    const statements = await b.record(() => b.get(path))
    const own = statements.slice(statements.findLastIndex((s) => s.text.startsWith('begin'))).filter((s) => /^(select|with)\b/i.test(s.text))
    const send = async (list: readonly Statement[]) => {
      for (const s of list) await client.query(s)
    }
    const m = await compare({ ours: () => b.get(path), sql: () => send(statements) })
    // eligible only reads the books of its village by pages
    const many = own.length > STATEMENTS && !path.includes('onlyEligible')
    if (m.ratio.sql > LIMIT || many) over.push(`${parcels}: ${name}`)
    shown.push([
      name,
      String(records.length),
      String(total),
      String(own.length),
      figure(m.ms.ours),
      figure(m.ms.sql),
      m.ratio.sql.toFixed(2),
      m.ratio.sql > LIMIT || many ? 'OVER' : '',
    ])
  }
  client.release()
  console.log(`\nBooks for a business, ${parcels} parcels, ${b.engine}; limits ${LIMIT} for route : its statements, ${STATEMENTS} statements of the page`)
  print(['list', 'rows', 'total', 'statements', 'route ms', 'sql ms', 'ratio', ''], shown)
  await b.close()
}
judge(over)
