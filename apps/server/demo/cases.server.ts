import { STATUS } from '../../../business/cases/rules/flow.ts'
import { idCardCheck } from '../../../kit/model/id-card.ts'
import { stageOf } from '../../../land/cbjyqz/desk.ts'
import { DEFAULT_KINDS } from '../../../land/definitions/collecting.ts'
import { YB } from '../../../land/definitions/extension.ts'
import { termWithin } from '../../../land/definitions/household.ts'
import { memberFields, type Member } from '../../../land/register/acts/acts.ts'
import { PLACES } from '../../../platform/seed/places.ts'
import { PLATFORM_TENANT } from '../../../platform/seed/tenant-codes.ts'
import type { Worker } from '../../../runtime/jobs-loop.server.ts'
import { openMaintenance, type Maintenance } from '../../../runtime/maintenance.server.ts'
import type { Application } from '../app.server.ts'
import type { Config } from '../config.server.ts'
import { demoCalls, demoDay } from './calls.server.ts'
import { accepted, handIn, brought, type DemoDesk } from './work.server.ts'

/** After so many ms of serving the cases are made: whoever opens it first is answered first. */
const SETTLED_MS = 5000
const CASES = '/yw-accept/business'
const GROUP = (n: number) => `${PLACES.village}0${n}`
/** A resident number such as the people of the demonstration have. */
function numberOf(birth: string, serial: number): string {
  const digits = `${PLACES.county}${birth.replaceAll('-', '')}${serial}`
  return digits + idCardCheck(digits)
}

/** A case that the demonstration has: what the window takes down, and what follows when it is registered. */
interface DemoCase {
  name: string
  /** where it waits; one without is finished */
  until?: 'publicity'
  /** kinds of papers beside those that every case of its type has */
  also?: readonly string[]
  sent(d: DemoDesk): Promise<object>
  registered?(d: DemoDesk, code: string): Promise<void>
}
interface Holder {
  id: string
  cbfmc: string
  cbfzjlx: string
  cbfzjhm: string
  lxdh: string | null
}
const asking = ({ cbfmc, cbfzjlx, cbfzjhm, lxdh }: Omit<Holder, 'id'>) => ({
  obligeName: cbfmc,
  obligeIdType: cbfzjlx,
  obligeIdCard: cbfzjhm,
  obligePhone: lxdh ?? '19900003009',
})
const holderOf = async ({ call }: DemoDesk, cbfbm: string): Promise<Holder> =>
  (await call('county', '/base-qssj/cbf/page', { cbfbm, zt: '1', size: 1, current: 1 })).records[0]

interface EligibleBook {
  id: string
  cbfbm: string
  cbjyqzbm: string
}
/** Books of a group over which a case of a type may begin. */
const eligible = async ({ call }: DemoDesk, businessTypeCode: string, of: object): Promise<EligibleBook[]> =>
  (await call('county', '/base-qssj/djb/listEligibleForBusiness', { businessTypeCode, onlyEligible: '1', size: 100, current: 1, ...of })).records

/** A household that came to the third group gets two parcels of its reserve. */
async function firstContract({ call }: DemoDesk) {
  const fbfbm = GROUP(3)
  const [head, wife, son] = [numberOf('1988-03-16', 951), numberOf('1990-11-02', 952), numberOf('2014-06-21', 953)]
  const { records } = await call('village', '/ywbl/register-contract/jtdk/page', { fbfbm, size: 2, current: 1 })
  const cbqxq = demoDay()
  const rounds = await call('village', '/base-qssj/fbf/rounds', { fbfbm })
  const holder = { cbfmc: '陈光明', cbfzjlx: '1', cbfzjhm: head, lxdh: '19900003001' }
  const member = (cyxm: string, cyxb: string, yhzgx: string, cyzjhm: string) => ({ cyxm, cyxb, yhzgx, cyzjlx: '1', cyzjhm, sfgyr: '1' })
  return {
    ...asking(holder),
    businessTypeCode: 'contract_sign',
    businessItemCode: 'contract_sign_1',
    doSign: '1',
    form: {
      fbfbm,
      dk: records.map((p: Record<'dkbm' | 'scmj' | 'scmjm', string>) => ({ dkbm: p.dkbm, cbjyqqdfs: '110', htmj: p.scmj, htmjm: p.scmjm, sfqqqg: '2' })),
      cbht: { cbfs: '110', cbqxq, ...termWithin(cbqxq, 30, rounds, demoDay()) },
      cbf: {
        ...holder,
        cbflx: '1',
        cbfdz: '安岳县周礼镇玉顶村3组',
        yzbm: '642350',
        cbfdcrq: demoDay(-42),
        cbfdcy: '周德明',
        jtcyList: [member('陈光明', '1', '02', head), member('刘秀兰', '2', '12', wife), member('陈思远', '1', '20', son)],
      },
    },
  }
}
/** Its certificate is printed on the first blank, issued, and collected by its head. */
async function certified({ call }: DemoDesk, cbjyqzbm: string): Promise<void> {
  const certificate = (await call('county', '/base-qssj/cbjyqz/page', { cbjyqzbm, size: 1, current: 1 })).records[0]
  const { events } = await call('county', '/base-qssj/cbjyqz/history', { cbjyqzbm })
  // whatever people did with it since is theirs
  if (!certificate || stageOf(certificate) !== 'unprinted' || events.length > 1) return
  const year = Number(demoDay().slice(0, 4))
  if ((await call('county', '/base-qssj/cert-blank/page', { size: 1, current: 1 })).total === 0)
    await call('county', '/base-qssj/cert-blank/submit', {
      regionCode: PLACES.county,
      prefix: `川（${year}）安岳县农村土地承包经营权证第`,
      suffix: '号',
      digits: 6,
      fromNo: 1,
      toNo: 500,
      receiveDay: demoDay(-60),
    })
  const { id, cbfmc, cbfdbzjhm } = certificate
  await call('county', '/base-qssj/cbjyqz/print', { ids: [id] })
  await call('county', '/base-qssj/cbjyqz/issue', { ids: [id], fzrq: demoDay(), fzjg: '安岳县人民政府', bznf: year })
  const { rev } = (await call('county', '/base-qssj/cbjyqz/page', { cbjyqzbm, size: 1, current: 1 })).records[0]
  await call('county', '/base-qssj/cbjyqz/collect', { id, rev, qzlqrq: demoDay(), qzlqrxm: cbfmc, qzlqrzjlx: '1', qzlqrzjhm: cbfdbzjhm })
}

/** The years that a head of a household has at most to whom a child is born. */
const YOUNG = 45
/** A young household of the fourth group has a daughter. */
async function birth(d: DemoDesk) {
  const fbfbm = GROUP(4)
  for (const book of await eligible(d, 'change_contract', { fbfbm })) {
    const { cbfbm, cbjyqzbm, id: djbId } = book
    const members: Member[] = await d.call('county', '/base-qssj/jtcy/list-by-cbfbm', { cbfbm })
    const head = members.find((m) => m.yhzgx === '02' || m.yhzgx === '01')
    const isYoung = Number(demoDay().slice(0, 4)) - Number(head?.cyzjhm?.slice(6, 10)) <= YOUNG
    if (!isYoung || !members.some((m) => m.yhzgx === '10' || m.yhzgx === '12')) continue
    const holder = await holderOf(d, cbfbm)
    const kept = members.map((m) => ({ id: m.id, ...memberFields(m) }))
    const born = numberOf(demoDay(-120), 958)
    const child = { cyxm: `${holder.cbfmc[0]}雨桐`, cyxb: '2', yhzgx: '30', cyzjlx: '1', cyzjhm: born, sfgyr: '1', cybz: '6' }
    return {
      ...asking(holder),
      businessTypeCode: 'change_contract',
      businessItemCode: 'change_contract_1',
      doSign: '2',
      form: { fbfbm, cbjyqzbm, djbId, bgyy: '新生儿落户', jtcyList: [...kept, child] },
    }
  }
  throw new Error('no household of the group has a head of such years')
}
/** Two households of the first group, whose plan is in force, are extended together. */
async function renewal(d: DemoDesk) {
  const fbfbm = GROUP(1)
  const { records } = await d.call('village', '/ybProcess/cbfBusiness/page', { fbfbm, ybStatus: YB.surveyed, size: 2, current: 1 })
  const holders: Holder[] = []
  const nh = []
  for (const { cbfbm } of records as { cbfbm: string }[]) {
    const holder = await holderOf(d, cbfbm)
    const there = new Set(
      (await d.call('village', '/cpt-resource/attach/endpoint/list-by-businessId', { businessId: holder.id })).map(
        (a: { businessItem: string }) => a.businessItem,
      ),
    )
    // what the plan asks of each household before it is extended
    for (const businessItem of DEFAULT_KINDS)
      if (!there.has(businessItem))
        await handIn(d, {
          businessId: holder.id,
          businessItem,
          title: businessItem === 'CBFSFZ' ? '身份证' : '户口簿',
          of: holder.cbfmc,
          account: 'village',
          daysAgo: 0,
        })
    const [book] = await eligible(d, 'contract_renew', { fbfbm, cbfbm })
    if (!book) throw new Error(`the book of ${cbfbm} cannot be extended`)
    holders.push(holder)
    nh.push({ cbjyqzbm: book.cbjyqzbm, djbId: book.id, ybddlx: '1' })
  }
  if (!holders[0]) throw new Error('no household was surveyed')
  return {
    ...asking(holders[0]),
    businessTypeCode: 'contract_renew',
    businessItemCode: 'contract_renew_1',
    doSign: '1',
    form: { fbfbm, bgyy: '二轮承包到期后再延长三十年', nh },
  }
}

const DEMO_CASES: readonly DemoCase[] = [
  { name: '玉顶村三组陈光明户承包合同签订', sent: firstContract, registered: certified },
  { name: '玉顶村四组新生儿落户成员变更', sent: birth, also: ['CBFHKB', 'HJZM'] },
  // its posting takes fifteen days from today, since the plan is in force from today
  { name: '玉顶村一组首批延包', sent: renewal, until: 'publicity' },
]

interface Begun {
  id: string
  status: string
}
/** The cases of the demonstration that were begun, by name, and whether people have cases of their own. A removed one was begun, and is not begun again. */
async function begunCases({ app }: DemoDesk): Promise<{ begun: ReadonlyMap<string, Begun & { isRemoved: boolean }>; hasOthers: boolean }> {
  const names = DEMO_CASES.map(({ name }) => name)
  return app.db.transaction({ tenantId: PLATFORM_TENANT }, async (tx) => {
    const rows = await tx
      .selectFrom('business')
      .select(['id', 'status', 'removed', 'businessName'])
      .where('businessName', 'in', names)
      .orderBy('id', 'desc')
      .execute()
    const other = await tx.selectFrom('business').select('id').where('businessName', 'not in', names).limit(1).executeTakeFirst()
    const begun = new Map(rows.map((b) => [String(b.businessName), { id: String(b.id), status: String(b.status), isRemoved: b.removed !== null }]))
    return { begun, hasOthers: other !== undefined }
  })
}

/** Takes one case as far as the demonstration shows it, from wherever an earlier start left it. */
async function made(d: DemoDesk, c: DemoCase, begun: Begun | undefined): Promise<void> {
  const { also, until } = c
  const isOpen = !begun || begun.status === STATUS.todo
  const id = isOpen ? await accepted(d, { ...(await c.sent(d)), businessName: c.name }, { draft: begun?.id, also, isToday: until !== undefined }) : begun.id
  if (isOpen || begun.status === STATUS.doing) await brought(d, id, until)
  const { status, codes } = await d.call('county', `${CASES}/detail`, { id })
  if (status === STATUS.done) await c.registered?.(d, codes.cbhtbm)
}
interface Making {
  signal?: AbortSignal
  say?: (line: string) => void
}
/**
 * Finished cases with all that comes of them: a signed contract with its book and certificate, a change of members, volumes in the archives, pushes without anybody to
 * push to; and a renewal that is posted. Made by the product's own calls in the names of its people. Goes on with what an earlier start began; begins nothing where
 * people have cases of their own, nor what they removed. One that cannot be made is told, and the others are.
 */
export async function demonstrateCases(a: Application, { dataDir }: Pick<Config, 'dataDir'>, o: Making = {}): Promise<void> {
  const { signal = new AbortController().signal, say = console.error } = o
  const plain = demoCalls(a)
  const d: DemoDesk = {
    app: a,
    dataDir,
    signal,
    call: (...args) => {
      signal.throwIfAborted()
      return plain(...args)
    },
  }
  const { begun, hasOthers } = await begunCases(d)
  for (const c of DEMO_CASES) {
    const stands = begun.get(c.name)
    if (stands ? stands.isRemoved : hasOthers) continue
    await made(d, c, stands).catch((e: unknown) => {
      if (!signal.aborted) say(`the case ${c.name} of the demonstration was not made: ${(e as Error).message}`)
    })
    if (signal.aborted) return
  }
}

/** The turn of one server to make them: of several on one database the others wait, and take over from one that died. */
export function casesTurn(a: Application, config: Pick<Config, 'dataDir'>, { say }: Pick<Making, 'say'> = {}): Maintenance {
  const turn = openMaintenance(
    a.db,
    [
      {
        name: 'demonstration',
        label: '示范业务',
        due: { minutes: 1 },
        async run({ signal }) {
          await demonstrateCases(a, config, { signal, ...(say && { say }) })
          // once for each start; it waits for this very run, which must not wait for it
          void turn.stop()
          return 'made'
        },
      },
    ],
    { enqueue: a.jobs.enqueue, log: (e) => console.error(`the cases of the demonstration were not made: ${(e as Error).message}`) },
  )
  return turn
}
/** The same beside a product that serves already, until it stops. */
export function demonstrationCases(a: Application, config: Pick<Config, 'dataDir'>): Worker {
  const turn = casesTurn(a, config)
  let settling: NodeJS.Timeout | undefined
  return {
    start: () => void (settling ??= setTimeout(() => turn.start(), SETTLED_MS).unref()),
    async stop() {
      clearTimeout(settling)
      await turn.stop()
    },
  }
}
