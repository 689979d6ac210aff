// What offices do beside businesses, as random operations by random people through HTTP: forms of issuers, households and parcels, restrictions and corrections by
// two persons, objections against what is posted, packages that come and are taken back. Each says what it did; what is refused leaves the register as it was.
import { routes as cbfRoutes } from '../../land/cbf/cbf.server.ts'
import { correctionSlice } from '../../land/correction/correction.server.ts'
import { routes as dkRoutes } from '../../land/dk/dk.server.ts'
import { routes as fbfRoutes } from '../../land/fbf/fbf.server.ts'
import type { Act } from '../../land/register/acts/acts.ts'
import { undo } from '../../land/register/undo.server.ts'
import { write } from '../../land/register/write.server.ts'
import { restrictionSlice } from '../../land/restriction/restriction.server.ts'
import { attachTo, FBFBM, strip, VILLAGE, type Bench, type Person } from '../case-bench.ts'
import { parcelOf } from '../applications.ts'
import { newHousehold, type Choices } from './generate.ts'

/** The calls of these operations, beside those of cases, and the buttons for them. */
export const OTHERS_NEED = {
  routes: [...fbfRoutes, ...cbfRoutes, ...dkRoutes, ...restrictionSlice.routes, ...correctionSlice.routes],
  perms: ['fbf', 'cbf', 'jtcy', 'dk', 'restriction', 'restriction_request', 'correction'].flatMap((n) =>
    ['view', 'add', 'edit', 'delete', 'check'].map((v) => `${n}_${v}`),
  ),
}
type Answer = { code: number; key?: string; msg: string; data: any }
/** What an operation comes to: its answers; `only`: it must be refused. */
export interface Other {
  what: string
  answers: Answer[]
  mustRefuse?: boolean
}
type Row = Readonly<Record<string, any>>
const PEOPLE: readonly Person[] = ['village', 'town', 'town2', 'county', 'office']
let [packages, drawn] = [0, 0]

const found = async (b: Bench, words: string): Promise<Row[]> => (await b.db.pool.query(words)).rows
/** No open case holds it, nor its contractor. */
const UNHELD = `not exists (select 1 from business_lock l where l."objectCode" in (x.cbfbm, x.dkbm))`
const parcels = (b: Bench, registered: boolean) =>
  found(
    b,
    `select x.id::text as id, x.dkbm, x.rev from dk x where x.zt = '1' and x.djzt = '${registered ? 2 : 0}' and x."dyzt" = '0' and x."yyzt" = '0' and ${UNHELD} order by x.dkbm`,
  )
const households = (b: Bench) =>
  found(
    b,
    `select x.id::text as id, x.cbfbm, x.rev, x.djzt, exists (select 1 from business_lock l where l."objectCode" = x.cbfbm) as held
      from cbf x where x.zt = '1' order by x.cbfbm`,
  )

/** A request that one person makes and another, who brings the document, confirms, refuses or gets confirmed. */
async function twoPersons(b: Bench, c: Choices, what: string, path: string, body: object, verb = 'submit'): Promise<Other> {
  const [one, two] = c.some(PEOPLE, 2) as [Person, Person]
  const asked = await b.call(one)('POST', `${path}/${verb}`, body)
  if (asked.code !== 200) return { what, answers: [asked] }
  const id = String(asked.data)
  await attachTo(b, id, [path.endsWith('correction') ? 'correction' : 'restriction'])
  const own = await b.call(one)('POST', `${path}/confirm`, { rev: 1 }, { id })
  if (own.code === 200) return { what: `${what} confirmed by who asked`, answers: [own], mustRefuse: true }
  const judged = c.is(0.8)
    ? await b.call(two)('POST', `${path}/confirm`, { rev: 1 }, { id })
    : await b.call(two)('POST', `${path}/refuse`, { opinion: '依据不足', rev: 1 }, { id })
  return { what, answers: [asked, judged] }
}

/** One operation each. Undefined: the register has nothing for it. */
export const OTHERS: Readonly<Record<string, (b: Bench, c: Choices, day: string) => Promise<Other | undefined>>> = {
  'a household is entered by its form': async (b, c, day) => {
    const posted = { gsjsr: '赵记事', gsshr: '钱审核', gsshrq: day }
    // the round that goes on
    const body = { fbfbm: FBFBM, ...newHousehold(), ...posted, cbfs: '110', cbqx: 30, cbqxq: '1998-10-01', cbqxz: '2028-09-30' }
    return { what: 'household', answers: [await b.call(c.one(PEOPLE)!)('POST', '/base-qssj/cbf/save', body)] }
  },
  'a telephone, postcode or address is changed': async (b, c) => {
    const x = c.one(await households(b))
    if (!x) return undefined
    const field = c.one([{ lxdh: '13900001111' }, { yzbm: '641300' }, { cbfdz: '新址2组' }])!
    const row = (await b.call('admin')('GET', '/base-qssj/cbf/detail', {}, { id: x.id })).data
    return { what: 'free field', answers: [await b.call(c.one(PEOPLE)!)('POST', '/base-qssj/cbf/update', { ...row, ...field })] }
  },
  'a form renames a registered household': async (b, c) => {
    const x = c.one((await households(b)).filter((h) => h.djzt === '2'))
    if (!x) return undefined
    const body = { id: x.id, rev: x.rev, cbfmc: '改名' }
    return { what: 'locked name', mustRefuse: true, answers: [await b.call(c.one(PEOPLE)!)('POST', '/base-qssj/cbf/update', body)] }
  },
  'a registered household is removed': async (b, c) => {
    const x = c.one((await households(b)).filter((h) => h.djzt !== '0' || h.held))
    if (!x) return undefined
    return { what: 'removal', mustRefuse: true, answers: [await b.call(c.one(PEOPLE)!)('POST', '/base-qssj/cbf/remove', {}, { ids: x.id })] }
  },
  'a parcel is entered by its form': async (b, c) => {
    const sides = { dkdz: '路', dkxz: '渠', dknz: '路', dkbz: '王五', zjrxm: '王五', kjzb: '1' }
    const own = { fbfbm: FBFBM, dkmc: '新地', dklb: '22', dldj: '01', tdyt: '1', sfjbnt: '1', geom: strip(String(300 + ++drawn).padStart(5, '0')) }
    const save = (scmj: string, scmjm: string) => b.call(person)('POST', '/base-dlxx/dk/save', { ...own, ...sides, scmj, scmjm })
    const person = c.one(PEOPLE)!
    const told = await save('1.00', '0.00')
    const scmj = told.data?.drawn as string | undefined
    return { what: 'parcel', answers: scmj ? [told, await save(scmj, ((Number(scmj) * 3) / 2000).toFixed(2))] : [told] }
  },
  'a form changes what a book prints of a parcel': async (b, c) => {
    const x = c.one(await parcels(b, true))
    if (!x) return undefined
    const field = c.one([{ dklb: '99' }, { dkmc: '别名' }, { scmj: '1.00' }, { dldj: '09' }])!
    const body = { id: x.id, rev: x.rev, ...field }
    return { what: 'locked parcel', mustRefuse: true, answers: [await b.call(c.one(PEOPLE)!)('POST', '/base-dlxx/dk/update', body)] }
  },
  'a remark of a parcel, a name of one that nobody has': async (b, c) => {
    const isRegistered = c.is(0.5)
    const x = c.one(await parcels(b, isRegistered))
    if (!x) return undefined
    const row = (await b.call('admin')('GET', '/base-dlxx/dk/detail', {}, { id: x.id })).data
    const body = { ...row, ...(isRegistered ? { dkbzxx: '备注' } : { dkmc: '改名地' }) }
    return { what: 'parcel form', answers: [await b.call(c.one(PEOPLE)!)('POST', '/base-dlxx/dk/update', body)] }
  },
  'a form renames the issuer of books': async (b, c) => {
    const [x] = await found(b, `select id::text as id, rev from fbf where fbfbm = '${FBFBM}'`)
    const isFree = c.is(0.5)
    const body = { id: x!.id, rev: x!.rev, ...(isFree ? { lxdh: '13700001111' } : { fbfmc: '别的村' }) }
    return { what: isFree ? 'issuer' : 'locked issuer', mustRefuse: !isFree, answers: [await b.call(c.one(PEOPLE)!)('POST', '/base-qssj/fbf/update', body)] }
  },
  'a restriction is entered by two persons, and ended': async (b, c, day) => {
    const x = c.one(await parcels(b, c.is(0.7)))
    if (!x) return undefined
    const AT = '/base-qssj/restriction-request'
    const asked = { kind: c.one(['dy', 'cf', 'yy'])!, objectCode: x.dkbm, fromDay: day, paperNo: '2026-1号', reason: '登记机构通知' }
    const set = await twoPersons(b, c, 'restriction', AT, asked)
    const [stands] = await found(b, `select id::text as id from restriction where dkbm = '${x.dkbm}' and "endDay" is null and "causeKind" = 'desk'`)
    if (!stands) return set
    // land that stays under a mortgage is land that no case may take: it ends again
    for (let n = 0; n < 20; n++) {
      const end = await twoPersons(b, c, 'end of restriction', AT, { restrictionId: stands.id, paperNo: '2026-2号', reason: '解除' }, 'end')
      set.answers.push(...end.answers)
      if ((await found(b, `select 1 from restriction where id = ${stands.id} and "endDay" is null`)).length === 0) break
    }
    return set
  },
  'a record that differs from its paper is corrected by two persons': async (b, c) => {
    const members = await found(b, `select x.id::text as id, x.cbfbm from jtcy x where x.yhzgx not in ('01', '02') order by x.cbfbm, x.id`)
    const [x, p] = [c.one(members), c.one(await parcels(b, true))]
    const [objectKind, objectCode, more] = c.is(0.5) && p ? ['dk', p.dkbm, {}] : ['jtcy', x?.cbfbm, { memberId: x?.id }]
    const after = objectKind === 'dk' ? { dkdz: '东至路' } : { cyxm: `更名${c.below(90)}` }
    return twoPersons(b, c, 'correction', '/base-qssj/correction', { objectKind, objectCode, ...more, after, paperNo: '台账1', reason: '录入有误' })
  },
  'a package brings a household with its book, and is sometimes taken back': async (b, c, day) => {
    // codes that no counter reaches: those of open cases are taken and stand nowhere yet
    const n = ++packages
    const [cbfbm, dkbm, id] = [FBFBM + String(7000 + n), FBFBM + String(40_000 + n), String(7_000_000 + n)]
    const { jtcyList, ...fields } = newHousehold()
    const line = { dkbm, cbjyqqdfs: '110', htmj: '1000.00', htmjm: '1.50', sfqqqg: '2' }
    const acts: Act[] = [
      { act: 'newContractor', cbfbm, fields: { ...fields, fbfbm: FBFBM }, members: jtcyList },
      { act: 'newParcel', dkbm, fields: parcelOf(FBFBM, dkbm, { dklb: '10' }) },
      {
        act: 'newBook',
        code: `${cbfbm}J`,
        fbfbm: FBFBM,
        cbfbm,
        from: [],
        djlx: '0',
        djxl: '0',
        lines: [line],
        terms: { cbfs: '110', cbqx: 30, cbqxq: '1998-10-01', cbqxz: '2028-09-30' },
        contract: { paper: { qdsj: '1998-10-01', signWay: '3', signStatus: '2' }, htlx: '1' },
      },
      { act: 'certificate', code: `${cbfbm}J`, event: 'new' },
    ]
    const cause = { kind: 'import', id } as const
    await b.as('admin', (ctx) => write(ctx, { cause, unit: `package ${id}`, regionCode: VILLAGE, day, acts }))
    if (c.is(0.4)) await b.as('admin', (ctx) => undo(ctx, cause, VILLAGE))
    return { what: 'package', answers: [] }
  },
}

/** An objection against what is posted, settled before the publicity ends: rejected, withdrawn, or taken up and then rejected. */
export async function objected(b: Bench, c: Choices, publicityId: string, targets: readonly string[]): Promise<Answer[]> {
  const targetCode = c.one(targets)
  if (!targetCode) return []
  const who = c.one(['village', 'town', 'county'] as const)!
  const said = await b.call(who)('POST', '/yw-publicity/objection/save', {
    publicityId,
    objector: '王五',
    objectorIdType: '1',
    objectorIdCard: newHousehold().cbfzjhm,
    phone: '13600001111',
    targetCode,
    content: '面积与实地不符',
  })
  if (said.code !== 200) return [said]
  const handled = (handleResult: string, rev: number) =>
    b.call('town')('POST', '/yw-publicity/objection/handle', { id: said.data, rev, handleResult, opinion: '经复核无误' })
  const begun = c.is(0.4) ? [await handled('1', 1)] : []
  return [said, ...begun, await handled(c.one(['3', '4'])!, 1 + begun.length)]
}
