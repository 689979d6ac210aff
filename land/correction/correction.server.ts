import { typedRows } from '../../kit/server/any-query.server.ts'
import { both } from '../../kit/model/lang.ts'
import { readDraft } from '../../kit/model/check.ts'
import { daysWrong } from '../../kit/model/days.ts'
import { json, labelOf } from '../../kit/model/field.ts'
import { invalidField, problems, type Wrong } from '../../kit/model/problem.ts'
import { countyOf } from '../../kit/model/region-code.ts'
import type { AnyResource, Draft } from '../../kit/model/resource.ts'
import type { Ctx } from '../../kit/server/ctx.server.ts'
import { shown } from '../../kit/server/narrow.server.ts'
import { scoped, joinable } from '../../kit/server/query.server.ts'
import { crud, type Input, type Route, type Slice } from '../../kit/server/route.server.ts'
import * as rows from '../../kit/server/rows.server.ts'
import { cbdkxx, djb } from '../definitions/cbht.ts'
import { cbf } from '../definitions/cbf.ts'
import { isOtherPerson, MEMBER_ID, memberCorrected, membersExchanged, namesTaken, personReplaced, PRINCIPAL_ID } from '../definitions/corrections.ts'
import { dk } from '../definitions/dk.ts'
import { fbf } from '../definitions/fbf.ts'
import { CBFLX, HEAD_FIELDS, headIndex, changedIdWrong, householdWrong, likeness, surveyWrong } from '../definitions/household.ts'
import { ageComparison, headAsked } from '../definitions/kin.ts'
import { jtcy, type Jtcy } from '../definitions/jtcy.ts'
import { QSZT, ZT } from '../definitions/statuses.ts'
import { memberFields, type Act, type Member, type Printed } from '../register/acts/acts.ts'
import { touchedRows } from '../register/facts.server.ts'
import { issuerNameWrong } from '../register/issuer-names.server.ts'
import { lockOf, seesPersons } from '../register/locked.server.ts'
import { registerProblems } from '../register/acts/problems.ts'
import { beforeCorrections } from '../register/uncorrected.server.ts'
import { registryNumbersWrong } from '../register/registry-numbers.server.ts'
import { write } from '../register/write.server.ts'
import { requirePaper } from '../restriction/papers.server.ts'
import { REQUEST } from '../restriction/request.ts'
import { judgedByTwo, judging, openOne, toJudge, type AsRead } from '../restriction/two-persons.server.ts'
import { landProblems } from '../definitions/problems.ts'
import { ACTS, namedPersonWrong } from '../register/whose-number.server.ts'
import { personsElsewhere } from '../register/persons.server.ts'
import {
  correction,
  CORRECTABLE,
  DEFINITIONS,
  CORRECTION_KINDS,
  isOfMember,
  namesPerson,
  OFFICER,
  OF_HEAD,
  correctionPapers,
  type CorrectedValue,
  type Correction,
  type CorrectionKind,
} from './correction.ts'
import { correctionProblems } from './problems.ts'

/** The object of a correction as it stands: the row whose fields are wrong, and the registered row it belongs to (of a member its household). */
interface Object_ {
  kind: CorrectionKind
  row: Record<string, unknown> & { id: string }
  owner: Record<string, unknown> & { id: string; regionCode: string }
  members: readonly Jtcy[]
}
/** The registered object that a correction belongs to: its definition and the name of its code. */
const OWNERS: Readonly<Record<CorrectionKind, readonly [of: AnyResource, code: string]>> = {
  fbf: [fbf, 'fbfbm'],
  cbf: [cbf, 'cbfbm'],
  jtcy: [cbf, 'cbfbm'],
  person: [cbf, 'cbfbm'],
  principal: [fbf, 'fbfbm'],
  dk: [dk, 'dkbm'],
}
const membersOf = async (ctx: Ctx, cbfbm: string): Promise<Jtcy[]> =>
  await typedRows<Jtcy>(scoped(ctx, jtcy).selectAll('jtcy').where('jtcy.cbfbm', '=', cbfbm).orderBy('jtcy.sort'))
/** Finds and holds it. @throws object-not-found */
async function objectOf(
  ctx: Ctx,
  { objectKind, objectCode, memberId }: { objectKind: string; objectCode: string; memberId?: string | null | undefined },
): Promise<Object_> {
  const kind = CORRECTION_KINDS.find((k) => k === objectKind)
  const none = () => correctionProblems.noObject({ code: objectCode ?? '' })
  if (!kind) throw none()
  const [table, code] = OWNERS[kind]
  const owner = (await rows.find(ctx, table, { [code]: objectCode, zt: ZT.valid }, true)) as Object_['owner'] | undefined
  if (!owner) throw none()
  const members = table === cbf ? await membersOf(ctx, String(objectCode)) : []
  if (!isOfMember(kind)) return { kind, row: owner, owner, members }
  const member = members.find((m) => m.id === String(memberId ?? ''))
  if (!member) throw none()
  return { kind, row: member as Object_['row'], owner, members }
}
/** A correction is for what is registered, in no open case, and untouched by business. @throws correction-free, E1001, correction-touched */
async function requireCorrectable(ctx: Ctx, { kind, owner }: Object_): Promise<void> {
  const [r, name] = OWNERS[kind]
  const lock = await lockOf(ctx, r, owner)
  const code = String(owner[name])
  const [by] = lock?.heldBy ?? []
  if (by) throw landProblems.held({ code, by })
  if (!lock?.isRegistered) throw correctionProblems.free({ code })
  if ((await touchedRows(ctx, code.slice(0, 6), [owner.id])).has(owner.id)) throw registerProblems.touched({ code })
}

const isHead = ({ row, members }: Object_): boolean => members[headIndex(members)]?.id === row.id
/** What was sent as `after`, checked against the definition: the fields that would change. */
async function changesOf(ctx: Ctx, found: Object_, sent: Input): Promise<CorrectedValue[]> {
  const r = DEFINITIONS[found.kind]
  const may = found.kind === 'jtcy' && isHead(found) ? OF_HEAD : CORRECTABLE[found.kind]
  const raw = rows.unmaskedRow(r, sent, found.row)
  const unknown = Object.keys(raw).find((n) => !Object.hasOwn(r.fields, n))
  if (unknown) throw problems.unknownParameter({ name: `after.${unknown}` })
  const said = Object.fromEntries(Object.keys(raw).map((n) => [n, { ...r.fields[n]!, form: 'edit' as const }]))
  // what is not said of it stands as it is: of which document a number is
  const { draft, wrong } = readDraft(said, { ...found.row, ...raw })
  const faulty = wrong.filter(({ field }) => !rows.isUnchanged(raw[field], found.row[field]))
  if (faulty.length) throw problems.invalid(faulty.map((w) => ({ ...w, field: `after.${w.field}` })))
  const changes = Object.entries(draft).flatMap(([name, after]): CorrectedValue[] =>
    String(after ?? '') === String(found.row[name] ?? '') ? [] : [{ name, before: found.row[name] ?? null, after }],
  )
  const not = changes.filter((c) => !may.includes(c.name)).map((c) => labelOf(r.fields[c.name]!))
  if (not.length) throw correctionProblems.notHere({ what: both(not.map((w) => w.zh).join('、'), not.map((w) => w.en).join(', ')) })
  if (changes.length === 0) throw correctionProblems.nothing()
  if (namesPerson(found.kind) && !isOtherPerson(found.row, { ...found.row, ...valuesOf(changes) }, IDENTITY[found.kind])) throw correctionProblems.samePerson()
  const faults = [
    ...daysWrong(said, valuesOf(changes), ctx.now.slice(0, 10)),
    ...(await crossWrong(ctx, found, changes, seesPersons(ctx))),
    ...(await issuerWrong(ctx, found, changes)),
  ]
  if (faults.length) throw problems.invalid(faults.map((w) => ({ ...w, field: `after.${w.field}` })))
  return changes
}
const IDENTITY = { person: MEMBER_ID, principal: PRINCIPAL_ID } as const
/** A corrected issuer may not be called as another of its village. */
const issuerWrong = async (ctx: Ctx, { kind, owner }: Object_, changes: readonly CorrectedValue[]): Promise<Wrong[]> => {
  const name = kind === 'fbf' ? changes.find((c) => c.name === 'fbfmc') : undefined
  return name ? issuerNameWrong(ctx, String(owner.fbfbm), String(name.after ?? '')) : []
}
/**
 * What fields say of each other after the correction, and of what stood before corrections. `compares`: days and birthdays that were typed are compared with
 * numbers of the register, which who sees them with stars could search so; where he asks, it is left to the second person, who types nothing.
 */
async function crossWrong(ctx: Ctx, found: Object_, changes: readonly CorrectedValue[], compares: boolean): Promise<Wrong[]> {
  const after = { ...found.row, ...valuesOf(changes) } as Record<string, unknown>
  const at = (field: string, msg: Wrong['msg'] | undefined): Wrong[] => (msg ? [{ field, msg }] : [])
  const first = (table: 'fbf' | 'jtcy', ids: readonly string[]) => beforeCorrections(ctx, String(found.owner.regionCode).slice(0, 6), table, ids)
  const numbered = () => at('fzrzjhm', changedIdWrong(after.fzrzjlx, after.fzrzjhm, { zjlx: found.row.fzrzjlx, zjhm: found.row.fzrzjhm }))
  // who sees numbers with stars does not learn whose a number is; the second person asks it
  const named = async () => {
    const was = { name: found.row.fbffzrxm, number: found.row.fzrzjhm }
    const place = { field: 'fzrzjhm', county: countyOf(String(found.owner.fbfbm)), was, acts: ACTS.principal }
    return compares ? namedPersonWrong(ctx, { name: after.fbffzrxm, number: after.fzrzjhm }, place) : []
  }
  if (found.kind === 'principal') return [...numbered(), ...(await named())].slice(0, 1)
  if (found.kind === 'fbf') {
    const before = (await first('fbf', [found.row.id])).get(found.row.id)
    const own = [...numbered(), ...personReplaced(found.row, after, PRINCIPAL_ID, before)]
    return own.length ? own : await named()
  }
  if (found.kind === 'dk') {
    const unit = changes.find((c) => c.name === 'bdcdyh')?.after
    const code = String(found.row.dkbm)
    return unit ? at('bdcdyh', (await registryNumbersWrong(ctx, countyOf(code), { parcels: new Map([[code, String(unit)]]) })).get(code)) : []
  }
  // days that stand so already bar no other correction
  if (found.kind === 'cbf')
    return changes.some((c) => c.name === 'cbfdcrq' || c.name === 'gsshrq') ? surveyWrong(compares ? after : { ...after, cbfzjhm: null }) : []
  return memberWrong(
    ctx,
    found,
    after,
    await first(
      'jtcy',
      found.members.map((m) => m.id),
    ),
    compares,
  )
}
/**
 * A member after the correction, beside the others of the household. `first`: how they stood before they were corrected. Another person is asked what whoever comes into
 * a household is asked: nobody of another one, nobody who has died.
 */
async function memberWrong(
  ctx: Ctx,
  found: Object_,
  after: Record<string, unknown>,
  first: ReadonlyMap<string, Readonly<Record<string, unknown>>>,
  compares: boolean,
): Promise<Wrong[]> {
  const isOther = namesPerson(found.kind)
  const other = isOther ? [] : memberCorrected(found.row, after, first.get(found.row.id))
  if (other.length) return other
  const i = found.members.findIndex((m) => m.id === found.row.id)
  const list = found.members.map((m) => (m.id === found.row.id ? after : m))
  const of = found.members.map((m) => ({ was: { ...m }, is: m.id === found.row.id ? after : { ...m }, first: first.get(m.id) }))
  const called = [...(isOther ? [] : membersExchanged(of)), ...namesTaken(of)].find((w) => w.field.startsWith(`jtcyList.${i}.`))
  if (called) return [{ ...called, field: 'cyxm' }]
  const why = String(list[headIndex(list)]?.cybzsm ?? '').trim()
    ? undefined
    : headAsked(list, found.members, ctx.now.slice(0, 10), ageComparison(compares, found.members))
  if (why)
    return [
      {
        field: 'cybzsm',
        msg: both(
          `${why.zh}，确需任户主的，请先在户主的成员备注说明中注明理由`,
          `${why.en}: if this is correct, give the reason in the remark note of the head first`,
        ),
      },
    ]
  // he comes last, so that what two members say alike is told of him
  const last = `jtcyList.${list.length - 1}.`
  const wrong = householdWrong({ cbflx: CBFLX.household }, [...list.toSpliced(i, 1), after], found.members).flatMap((w) => {
    const own = w.field.startsWith(last) ? w.field.slice(last.length) : undefined
    return own ? [{ ...w, field: own }] : w.field === 'jtcyList' ? [{ ...w, field: 'yhzgx' }] : []
  })
  if (!isOther || wrong.length) return wrong
  const stored = { row: { cbfbm: String(found.owner.cbfbm) }, members: found.members }
  // who sees numbers with stars does not learn whose a number is; the second person asks it
  const elsewhere = compares ? await personsElsewhere(ctx, { draft: { cbflx: CBFLX.household }, members: [{ values: after }] }, stored) : []
  const { cbfdcrq } = found.owner
  const survey = isHead(found) && compares ? surveyWrong({ cbfdcrq, cbfzjhm: after.cyzjhm }) : []
  return [...elsewhere, ...survey].map((w) => ({ ...w, field: 'cyzjhm' }))
}
const valuesOf = (changes: readonly CorrectedValue[]): Record<string, unknown> => Object.fromEntries(changes.map((c) => [c.name, c.after]))

/** {objectKind, objectCode, memberId?, after: {field: value}, paperNo, reason}: asks for a correction, or changes what was asked for. Answers the id. */
async function propose(ctx: Ctx, input: Input): Promise<string> {
  const { after, ...fields } = input
  if (!after || typeof after !== 'object' || Array.isArray(after)) throw invalidField('after', { zh: '请填写更正后的内容', en: 'Fill in the correct value' })
  const draft = await rows.checkedDraft(ctx, correction, fields)
  const before = input.id ? await openOne(ctx, correction, input.id, 'change') : undefined
  const found = await objectOf(ctx, before ?? draft)
  await requireCorrectable(ctx, found)
  const changes = await changesOf(ctx, found, after as Input)
  if (before) {
    const { paperNo, reason } = draft
    return rows.update(ctx, correction, before.id, { paperNo, reason, changes } as Draft<typeof correction>, input)
  }
  if (await rows.find(ctx, correction, { objectCode: draft.objectCode, status: REQUEST.open })) throw correctionProblems.open({ code: draft.objectCode })
  const own = { regionCode: found.owner.regionCode, status: REQUEST.open, proposer: ctx.who.realName, changes }
  return rows.insert(ctx, correction, { ...draft, ...own } as Draft<typeof correction>)
}

/** Current books of a household. */
export async function booksOfHousehold(ctx: Ctx, cbfbm: string): Promise<string[]> {
  const found = await joinable(ctx, djb)
    .select('djb.id')
    .where('djb.countyCode', '=', countyOf(cbfbm))
    .where('djb.cbfbm', '=', cbfbm)
    .where('djb.qszt', '=', QSZT.current)
    .execute()
  return found.map((f) => String(f.id))
}
/** Current books that print what is corrected. */
async function booksOf(ctx: Ctx, { kind, owner }: Object_): Promise<string[]> {
  if (kind === 'fbf' || kind === 'principal' || kind === 'cbf') return []
  if (isOfMember(kind)) return booksOfHousehold(ctx, String(owner.cbfbm))
  const dkbm = String(owner.dkbm)
  const found = await joinable(ctx, cbdkxx)
    .select('cbdkxx.djbId as id')
    .where('cbdkxx.countyCode', '=', countyOf(dkbm))
    .where('cbdkxx.dkbm', '=', dkbm)
    .where('cbdkxx.qszt', '=', QSZT.current)
    .execute()
  return [...new Set(found.map((f) => String(f.id)))]
}
/** What the register is told of a household whose members are put right: its list, a further edition of each of these books, and who holds it where that is another. */
export function correctMembers(
  cbfbm: string,
  list: readonly (Record<string, unknown> & Pick<Jtcy, 'id'>)[],
  books: readonly string[],
  holder?: Printed['holder'],
): Act[] {
  const members = list.map((m): Member => ({ ...memberFields(m as Jtcy), id: m.id }))
  const content: Printed = { members: members.map(({ id: _, ...m }) => m), ...(holder ? { holder } : {}) }
  return [
    { act: 'setContractor', cbfbm, ...(holder ? { fields: holder } : {}), members },
    ...books.map((djbId): Act => ({ act: 'reviseBook', djbId, content })),
  ]
}
/** The contractor of a household as its head says. */
const holderOf = (head: Record<string, unknown>): NonNullable<Printed['holder']> =>
  Object.fromEntries(Object.entries(HEAD_FIELDS).map(([of, own]) => [own, (head[of] ?? null) as string | null])) as NonNullable<Printed['holder']>
/** What the register is told. */
function actsOf(found: Object_, values: Record<string, unknown>, books: readonly string[]): Act[] {
  const { owner } = found
  switch (found.kind) {
    case 'fbf':
    case 'principal':
      return [{ act: 'setIssuer', fbfbm: String(owner.fbfbm), fields: values }]
    case 'cbf':
      return [{ act: 'setContractor', cbfbm: String(owner.cbfbm), fields: values }]
    case 'dk':
      return [
        { act: 'setParcel', dkbm: String(owner.dkbm), fields: values, bgfs: '10' },
        ...books.map((djbId): Act => ({ act: 'reviseBook', djbId, content: {} })),
      ]
    case 'jtcy':
    case 'person': {
      const members = found.members.map((m) => (m.id === found.row.id ? { ...m, ...values } : m))
      // a head may be somebody else than the contractor, who is not touched then
      const holder =
        found.kind === 'person' && likeness({ cbfmc: owner.cbfmc, cbfzjhm: owner.cbfzjhm }, found.row) ? holderOf({ ...found.row, ...values }) : undefined
      return correctMembers(String(owner.cbfbm), members, books, holder)
    }
  }
}
/** The second person confirms: the register says so from the object's first day, and its current books get a further edition. */
async function confirm(ctx: Ctx, input: AsRead): Promise<void> {
  const row = (await toJudge(ctx, correction, input)) as Correction
  if (namesPerson(row.objectKind) && !ctx.who.perms.has(OFFICER)) throw problems.forbidden({ perm: OFFICER })
  await requirePaper(ctx, row, namesPerson(row.objectKind) ? correctionPapers(row.objectKind) : undefined)
  const found = await objectOf(ctx, row)
  await requireCorrectable(ctx, found)
  const changes = row.changes ?? []
  // what was seen when it was asked for is what is put right
  if (changes.some((c) => String(found.row[c.name] ?? '') !== String(c.before ?? ''))) throw problems.changed()
  const wrong = [...(await crossWrong(ctx, found, changes, true)), ...(await issuerWrong(ctx, found, changes))]
  if (wrong.length) throw problems.invalid(wrong)
  const acts = actsOf(found, valuesOf(changes), await booksOf(ctx, found))
  const at = { regionCode: row.regionCode, day: ctx.now.slice(0, 10) }
  await write(ctx, { cause: { kind: 'correction', id: row.id }, unit: `correction/${row.id}`, ...at, acts })
  await rows.change(ctx, correction, row, { status: REQUEST.confirmed, ...judgedByTwo(ctx) })
}

/** Personal data of before and after is shown to whom it is shown in the lists of the object. */
function shownTo(ctx: Ctx, row: Correction): Correction {
  const r = DEFINITIONS[row.objectKind as CorrectionKind]
  if (!r || !Array.isArray(row.changes)) return row
  const seen = (name: string, v: unknown) => shown<Record<string, unknown>>(ctx, r, { [name]: v }, r === jtcy ? cbf : r)[name]
  return { ...row, changes: row.changes.map((c) => ({ ...c, before: seen(c.name, c.before), after: seen(c.name, c.after) })) }
}
const plain = crud(correction)
const AFTER = { after: json('更正后内容', { en: 'Correct value' }) }
const routes: Route[] = [
  plain.page,
  { ...plain.detail, run: async (ctx, q, f) => shownTo(ctx, (await plain.detail.run(ctx, q, f)) as Correction) },
  { ...plain.submit, body: { ...correction.fields, ...AFTER }, run: propose },
  ...judging(correction, confirm),
]
/** Corrections of the record by two persons. */
export const correctionSlice: Slice = { name: 'correction', resources: [correction], routes }
