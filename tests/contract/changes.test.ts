// What a change leaves behind: a higher rev, a version, an audit row, all in one transaction; and what a stale form may not do.
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { entries, isEditable, type AnyResource } from '../../kit/model/resource.ts'
import type { Ctx } from '../../kit/server/ctx.server.ts'
import * as rows from '../../kit/server/rows.server.ts'
import { keysOf } from '../samples.ts'
import { faults } from './faults.ts'
import { changed, ctxOf, fingerprint, stored, type Values } from './rows.ts'
import { stage, type Stage } from './stage.ts'
import { bodyOf, type Made, type Way } from './ways.ts'

let s: Stage
beforeAll(async () => {
  s = await stage()
})
afterAll(() => s?.end())

const made = () => s.ways.filter((x) => x.add)
const read = async (way: Way, of: Made): Promise<Values> => (await s.p.admin.get(way.read!.path, way.read!.ask(of))).data
/** Rows of the register that are left alone where they would stand as they do: the field that a change of theirs changes. */
const TOUCHED: Readonly<Record<string, string>> = { fbf: 'fbfdz', cbf: 'cbfdz', cbjyqz: 'fzjg' }
/** What a form sends that changes something of a row. */
function changing(way: Way, row: Values): Values {
  const body = bodyOf(way, row)
  const name = TOUCHED[way.r.name]
  return name ? { ...body, [name]: `${body[name]}改` } : body
}
/** What the audit says happened to a row, oldest first. */
async function audited(id: string): Promise<string[]> {
  const found = await sql<{ action: string }>`select action from audit_event where "objectId" = ${id} and "tenantId" = '000000' order by id`.execute(
    s.w.db.owner,
  )
  return found.rows.map((x) => x.action)
}
/** Revs of the versions of a row, and how many of them are open. */
async function versions(r: AnyResource, id: string): Promise<{ revs: number[]; open: number }> {
  const found = await sql<{
    rev: number
    open: boolean
  }>`select rev, bool_or(open) as open from (select rev, true as open from ${sql.table(r.name)} where id = ${id}
    union all select rev, false from ${sql.table(`${r.name}_v`)} where id = ${id}) v group by rev order by rev`.execute(s.w.db.owner)
  return { revs: found.rows.map((x) => x.rev), open: found.rows.filter((x) => x.open).length }
}

test('a stale form changes nothing: what somebody else changed meanwhile stays', async () => {
  const f = faults()
  for (const way of made()) {
    if (!way.change || !way.read) continue
    const of = await s.make(way)
    const seen = await read(way, of)
    f.same(`${way.r.name} changed`, (await way.change.send(s.p.admin, changing(way, seen))).code, 200)
    const now = await read(way, of)
    f.same(`${way.r.name} rev`, now.rev, seen.rev + 1)
    const before = await fingerprint(s.w)
    const a = await way.change.send(s.p.editor, bodyOf(way, { ...seen, rev: seen.rev }))
    const b = await way.change.send(s.p.admin, bodyOf(way, seen))
    if (way.r.name !== 'business' && way.r.name !== 'publicity') f.same(`${way.r.name} changed by a stale form of another`, [a.code, a.key], [409, 'changed'])
    f.same(`${way.r.name} changed by a stale form`, [b.code, b.key], [409, 'changed'])
    // who leaves out what he read has not seen what somebody else wrote last
    const unsaid = await way.change.send(s.p.editor, { ...bodyOf(way, now), rev: undefined })
    if (way.r.name !== 'business' && way.r.name !== 'publicity')
      f.same(`${way.r.name} changed by another without its revision`, unsaid.key === 'changed' || saidOf(unsaid, 'rev') !== undefined, true)
    f.same(`${way.r.name} from the future`, (await way.change.send(s.p.admin, bodyOf(way, { ...now, rev: now.rev + 1 }))).code, 409)
    f.same(`${way.r.name}: what stale forms changed`, changed(before, await fingerprint(s.w)), [])
  }
  expect(f.found).toEqual([])
})

/** What is said of a field of a refused form. */
const saidOf = (a: { data: any }, field: string): string | undefined => a.data?.fields?.find((x: any) => x.field === field)?.msg

test('what a row holds beyond bounds that came after it bars no other change of the row, and is refused where it is said anew', async () => {
  const f = faults()
  let tried = 0
  for (const way of made()) {
    if (!way.change || !way.read) continue
    for (const [n, x] of entries(way.r)) {
      if (!isEditable(x) || x.fixed || (x.kind !== 'date' && x.kind !== 'datetime')) continue
      const [old, other] = ['0001-01-01', '0001-01-02'].map((day) => (x.kind === 'date' ? day : `${day} 00:00:00`))
      // rules across fields have words of their own
      const bound = `不能早于${x.since ?? '1949-10-01'}`
      const of = await s.make(way)
      await sql`update ${sql.table(way.r.name)} set ${sql.ref(n)} = ${old} where id = ${of.id}`.execute(s.w.db.owner)
      const kept = await way.change.send(s.p.admin, changing(way, await read(way, of)))
      f.same(`${way.r.name}.${n} as it stood`, saidOf(kept, n)?.includes(bound) ?? false, false)
      const moved = await way.change.send(s.p.admin, { ...bodyOf(way, await read(way, of)), [n]: other })
      // where two are beside each other, it may be told of their order first
      f.same(`${way.r.name}.${n} said anew`, [moved.code, saidOf(moved, n)?.includes('不能早于')], [400, true])
      tried += 1
    }
  }
  expect(f.found).toEqual([])
  expect(tried).toBeGreaterThan(10)
})

test('each change is in the audit, and each state of a register row is a version of which one is open', async () => {
  const f = faults()
  for (const way of made()) {
    const r = way.r,
      of = await s.make(way)
    f.same(`${r.name} made, in the audit`, (await audited(of.id)).at(0), `${r.name}.insert`)
    if (r.versioned) f.same(`${r.name} made, versions`, await versions(r, of.id), { revs: [1], open: 1 })
    if (way.change && way.read) {
      const said = (await audited(of.id)).length
      await way.change.send(s.p.admin, changing(way, await read(way, of)))
      f.same(`${r.name} changed, in the audit`, (await audited(of.id)).slice(said), [`${r.name}.update`])
      if (r.versioned) f.same(`${r.name} changed, versions`, await versions(r, of.id), { revs: [1, 2], open: 1 })
    }
    if (!way.remove) continue
    await way.remove.send(s.p.admin, of)
    f.same(`${r.name} removed, in the audit`, (await audited(of.id)).at(-1), `${r.name}.delete`)
    f.same(`${r.name} removed`, await stored(s.w, r, of.id), undefined)
    if (r.versioned) f.same(`${r.name} removed, versions`, await versions(r, of.id), { revs: [1, 2], open: 0 })
    f.same(`${r.name} removed twice`, (await way.remove.send(s.p.admin, of)).code, 404)
  }
  expect(f.found).toEqual([])
})

/** Tables whose planted rows others name at once, so that none is removed here. */
const NAMED = ['exp_tpl']
test('sets obey what single rows obey: each row its own audit, rev and version; of a set with one row that moved on none is changed, and none gets a key that its dictionary does not have', async () => {
  const f = faults()
  const inside = <T>(work: (ctx: Ctx) => Promise<T>) => s.w.db.transaction({ tenantId: '000000', system: true }, (tx) => work(ctxOf(tx)))
  let [tried, foreign] = [0, 0]
  for (const r of s.resources) {
    const ids = (s.planted.get(r.name) ?? []).slice(1).map((x) => x.id)
    if (ids.length < 2) continue
    tried += 1
    const set = () => inside((ctx) => Promise.all(ids.map((id) => rows.get(ctx, r, id))))
    const audits = async (from: readonly number[]) => (await Promise.all(ids.map((id) => audited(id)))).map((all, i) => all.slice(from[i]))
    const said = async () => (await audits([0, 0])).map((all) => all.length)
    const past = async () => (r.versioned ? (await Promise.all(ids.map((id) => versions(r, id)))).map((v) => v.revs.length) : [1, 1])
    const changes = (list: readonly Values[], values: Values) => list.map((row) => ({ row: row as never, values: values as never }))
    const first = await set()
    let before = await said()
    const name = TOUCHED[r.name] ?? entries(r).find(([n, x]) => x.kind === 'note' && !x.fixed && !r.unversioned?.includes(n))?.[0]
    const values = name ? { [name]: '改' } : { updateUser: '9' }
    await inside((ctx) => rows.updateMany(ctx, r, changes(first, values)))
    const now = await set()
    const each = (what: string) => ids.map(() => [`${r.name}.${what}`])
    f.same(`${r.name} changed, in the audit`, await audits(before), each('update'))
    f.same(
      `${r.name} changed, rev`,
      now.map((x) => x.rev),
      first.map((x) => x.rev + 1),
    )
    f.same(`${r.name} changed, versions`, await past(), r.versioned && name ? [2, 2] : [1, 1])
    if (NAMED.includes(r.name)) continue
    const texts = () => Promise.all(ids.map((id) => stored(s.w, r, id)))
    const stood = await texts()
    for (const [what, write] of [
      ['changed', (ctx: Ctx) => rows.updateMany(ctx, r, changes([now[0]!, first[1]!], values))],
      ['removed', (ctx: Ctx) => rows.eraseMany(ctx, r, [now[0]!, first[1]!] as never)],
    ] as const) {
      const key = await inside<unknown>(write).catch((e: { key?: string }) => e.key)
      f.same(`${r.name} with one that moved on, ${what}`, [key, await texts()], ['changed', stood])
    }
    const coded = entries(r).find(([n, x]) => x.dict && !x.values && keysOf(x.dict).length > 0 && !r.unversioned?.includes(n))?.[0]
    if (coded) {
      foreign += 1
      for (const [what, write] of [
        ['changed', (ctx: Ctx) => rows.updateMany(ctx, r, changes(now, { [coded]: '~' }))],
        ['added', (ctx: Ctx) => rows.insertMany(ctx, r, [{ ...now[0], id: undefined, [coded]: '~' } as never])],
      ] as const) {
        const key = await inside<unknown>(write).catch((e: { key?: string }) => e.key)
        f.same(`${r.name}.${coded} with a key that its dictionary does not have, ${what}`, [key, await texts()], ['invalid', stood])
      }
    }
    before = await said()
    const left = await inside(async (ctx) => {
      await rows.eraseMany(ctx, r, now as never)
      const found = await Promise.all(ids.map((id) => rows.find(ctx, r, { id } as never)))
      await rows.insertMany(ctx, r, now as never)
      return found
    })
    f.same(`${r.name} removed`, left, [undefined, undefined])
    f.same(
      `${r.name} removed and made, in the audit`,
      await audits(before),
      ids.map(() => [`${r.name}.delete`, `${r.name}.insert`]),
    )
    f.same(
      `${r.name} made, rev`,
      (await set()).map((x) => x.rev),
      [1, 1],
    )
  }
  expect(f.found).toEqual([])
  expect(tried).toBeGreaterThan(60)
  expect(foreign).toBeGreaterThan(10)
})

/** Names of the codes by which the register and its cases are known. */
const CODES = /^(fbfbm|cbfbm|dkbm|cbhtbm|lzhtbm|cbjyqzbm|djbbm|businessCode|objectCode)$/
/** Columns of such a name that lead to another row and follow it, each with the reason. */
const FOLLOWING: Readonly<Record<string, string>> = {
  'cbf.cbjyqzbm': 'the certificate that the contractor has now',
  'jtcy.cbfbm': 'the household that the member belongs to now',
  'dk.cbfbm': 'who holds the parcel now',
  'cbdkxx.lzhtbm': 'the contract by which it is lent now',
  'business.fbfbm': 'chosen until the case begins',
  'contract_file.cbfbm': 'of the plan, which may change until it is signed',
  'jzd.dkbm': 'the parcels that share the point',
  'jzx.dkbm': 'the parcels that share the line',
  'lzht.cbfbm': 'whose contract it says it is',
  'nhdkxx.cbfbm': 'whose the plot is found to be, until it is verified',
  'nhdkxx.dkbm': 'the parcel that the plot is found to be, until it is verified',
  'appraisal.businessCode': 'what somebody says that his word is about',
  'registry_notice.objectCode': 'what the registry says that its word is about',
  'registry_notice.businessCode': 'what the registry says that its word is about',
}

test('codes that name a row are set once: no change of any definition takes another, over HTTP or below it', async () => {
  const f = faults()
  let tried = 0
  for (const r of s.resources) {
    for (const [n, x] of entries(r)) if (CODES.test(n) && !FOLLOWING[`${r.name}.${n}`]) f.same(`${r.name}.${n} is fixed`, x.fixed, true)
    const [row] = s.planted.get(r.name) ?? []
    const fixed = entries(r).flatMap(([n, x]) => (x.fixed ? [n] : []))
    if (!row || fixed.length === 0) continue
    const write = (values: Values) =>
      s.w.db
        .transaction({ tenantId: '000000' }, async (tx) => void (await rows.update(ctxOf(tx), r, row.id, values as never)))
        .then(
          () => 'done',
          (e: { key?: string; details?: { field: string }[] }) => `${e.key} ${e.details?.map((d) => d.field).join()}`,
        )
    const way = s.ways.find((x) => x.r.name === r.name)
    const of = way?.change && way.read && way.add ? await s.make(way) : undefined
    const before = await stored(s.w, r, row.id)
    for (const n of fixed) {
      tried += 1
      f.same(`${r.name}.${n} below HTTP`, await write({ [n]: '512021999999' }), `invalid ${n}`)
      if (!of || !isEditable(r.fields[n]!)) continue
      const body = bodyOf(way!, await read(way!, of))
      const other = `${String(body[n]).slice(0, -1)}${String(body[n]).endsWith('9') ? 8 : 9}`
      const a = await way!.change!.send(s.p.admin, { ...body, [n]: other })
      f.same(`${r.name}.${n} over HTTP`, [a.code, (await read(way!, of))[n]], [400, body[n]])
    }
    f.same(`${r.name} after that`, await stored(s.w, r, row.id), before)
    // the same code is no other one
    f.same(`${r.name} with its own codes`, await write(Object.fromEntries(fixed.map((n) => [n, row[n]]))), 'done')
  }
  f.same(
    'columns that follow',
    Object.keys(FOLLOWING).filter((x) => !s.resources.some((r) => x.startsWith(`${r.name}.`) && x.slice(r.name.length + 1) in r.fields)),
    [],
  )
  expect(f.found).toEqual([])
  expect(tried).toBeGreaterThan(25)
})

test('no audit, no change: without the one there is not the other, nor a version', async () => {
  const f = faults()
  const kept = await Promise.all(made().map(async (way) => ({ way, of: await s.make(way), body: await s.draft(way.r) })))
  const seen = new Map(await Promise.all(kept.map(async ({ way, of }) => [way, way.read && way.change ? await read(way, of) : undefined] as const)))
  const before = await fingerprint(s.w)
  await sql`revoke insert on audit_event from cpt_app, cpt_system`.execute(s.w.db.owner)
  try {
    for (const { way, of, body } of kept) {
      f.same(`${way.r.name} made`, (await way.add!.send(s.p.admin, body)).code, 500)
      if (seen.get(way)) f.same(`${way.r.name} changed`, (await way.change!.send(s.p.admin, bodyOf(way, seen.get(way)!))).code, 500)
      if (way.remove) f.same(`${way.r.name} removed`, (await way.remove.send(s.p.admin, of)).code, 500)
    }
  } finally {
    await sql`grant insert on audit_event to cpt_app, cpt_system`.execute(s.w.db.owner)
  }
  f.same('tables that changed', changed(before, await fingerprint(s.w)), [])
  expect(f.found).toEqual([])
})
