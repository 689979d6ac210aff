/** How contracts are to be signed: chosen where nothing stands against the beginning by that way. Source: business-flows.md 7. */

import { json, text } from '../../kit/model/field.ts'
import { both, type Text } from '../../kit/model/lang.ts'
import { invalidField, Problem, problems } from '../../kit/model/problem.ts'
import { countyOf } from '../../kit/model/region-code.ts'
import type { Ctx } from '../../kit/server/ctx.server.ts'
import { joinable } from '../../kit/server/query.server.ts'
import { route, type Route, type TextInput } from '../../kit/server/route.server.ts'
import { cbf } from '../../land/definitions/cbf.ts'
import type { Business, ContractFile } from '../../business/cases/definitions/business.ts'
import { draftOf } from '../../business/cases/handling/case.server.ts'
import { contractsOf } from '../../business/cases/handling/contracts.server.ts'
import { findingKey, findingsOf } from '../../business/cases/definitions/findings.ts'
import { ON_PAPER } from '../../business/cases/rules/flow.ts'
import type { Registry } from '../../business/cases/handling/handling.server.ts'
import { refusal } from '../../business/cases/rules/problems.ts'
import { askedOf } from './asked.server.ts'
import { accountOf } from '../account/account.server.ts'
import { ON_SITE, REMOTE } from '../contract/flow.ts'
import type { SigningBlocker } from './blocker.ts'
import { faultsOnSite } from '../signers/desk-persons.server.ts'
import { requireReach, type LinkParts } from '../acts/sign-flow.server.ts'
import { officeFaults, officeNumbers } from '../signers/numbers.server.ts'
import { personFaults, personsKnown } from '../signers/persons.server.ts'
import { atSigning, moveContracts, requireMove } from '../acts/step.server.ts'

/** What choosing a way needs: the types, whose forms name who signs, and how links go out. */
export interface WayParts {
  types: Pick<Registry, 'handlings'>
  links: LinkParts
}
/** Contracts that a refusal names; of more it says how many. */
const NAMED = 3

const caught = async (work: Promise<unknown>): Promise<Problem[]> =>
  work.then(
    () => [],
    (e: unknown) => {
      if (e instanceof Problem) return [e]
      throw e
    },
  )
/** Contractors among these codes that are in the register: a new household of the case has no row yet on which anything could be put right. */
async function known(ctx: Ctx, codes: readonly string[]): Promise<Set<string>> {
  if (codes.length === 0) return new Set()
  const found = await joinable(ctx, cbf)
    .select('cbf.cbfbm')
    .where('cbf.countyCode', '=', countyOf(codes[0]!))
    .where('cbf.cbfbm', 'in', [...new Set(codes)])
    .execute()
  return new Set(found.map((c) => String(c.cbfbm)))
}

/**
 * Everything that would refuse the beginning of these contracts by phone or on site, asked of the functions that refuse it: balance (E3001), how links go
 * out, and of each contract its template (E3003), its letters of authorisation, and who signs at each node (E3002) with document and phone. As many
 * statements for many contracts as for one.
 */
async function blockersOf({ types, links }: WayParts, ctx: Ctx, b: Business, contracts: readonly ContractFile[], way: string): Promise<SigningBlocker[]> {
  const found: SigningBlocker[] = []
  const add = (list: readonly Problem[], contract?: string) => {
    for (const { code, msg, at } of list.flatMap((p) => findingsOf(p, { severity: 'bars', task: 'sign' }, {}))) {
      const same = found.find((f) => findingKey(f) === findingKey({ code, msg, at }))
      if (same && contract) same.contracts = [...same.contracts, contract]
      else if (!same) found.push({ code, msg, ...(at ? { at } : {}), contracts: contract ? [contract] : [] })
    }
  }
  const { remaining } = await accountOf(ctx, b.regionCode)
  add(remaining < contracts.length ? [refusal('E3001')] : [])
  if (way === REMOTE) add(await caught(requireReach(ctx, links)))
  const stored = { business: b, draft: await draftOf(ctx, b.id) }
  const asks = way === REMOTE ? personFaults : faultsOnSite
  const asked = await askedOf(types, ctx, contracts, stored)
  const people = asked.map((a) => (way === REMOTE ? personsKnown(a.data, a.agents, a.flow) : []))
  const office = await officeNumbers(
    ctx,
    people.flat().map((p) => p.phone),
  )
  for (const [i, a] of asked.entries())
    add([...a.templateFaults, ...a.letterFaults, ...asks(a.data, a.agents, a.flow), ...officeFaults(people[i]!, office)], a.contract.cbhtbm!)
  const there = await known(
    ctx,
    found.flatMap((f) => (f.at?.kind === 'contractor' ? [f.at.code] : [])),
  )
  return found.map(({ at, contracts: of, ...f }) => ({
    ...f,
    ...(at && (at.kind !== 'contractor' || there.has(at.code)) ? { at } : {}),
    contracts: of.length === contracts.length ? [] : of,
  }))
}
/** A blocker in words: of some of the contracts with their codes. */
function inWords({ msg, contracts }: SigningBlocker): Text {
  if (contracts.length === 0) return msg
  const [codes, more] = [contracts.slice(0, NAMED), contracts.length - NAMED]
  const [zh, en] = more > 0 ? [`等${contracts.length}份`, ` and ${more} more`] : ['', '']
  return both(`合同【${codes.join('、')}】${zh}：${msg.zh}`, `Contract ${codes.join(', ')}${en}: ${msg.en}`)
}
/** All of them as one refusal: the key of the first, the words of all; what a screen leads to stands in its details. */
function refuse(list: readonly SigningBlocker[]): void {
  const words = list.map(inWords)
  if (list[0])
    throw new Problem(409, list[0].code, both(words.map((w) => w.zh).join('；'), words.map((w) => w.en).join('; ')), {
      findings: list.map((f, i) => ({ ...f, msg: words[i]! })),
    })
}

/** {businessId, contractIds, signWay 1|2|3}: how the contracts are to be signed. @throws what would keep them from beginning by phone or on site, all of it at once */
async function chooseSignWay(p: WayParts, ctx: Ctx, input: TextInput<'businessId' | 'signWay'> & { readonly contractIds: unknown }): Promise<void> {
  const b = await atSigning(ctx, input.businessId)
  const { signWay = '', contractIds } = input
  if (![REMOTE, ON_SITE, ON_PAPER].includes(signWay)) throw invalidField('signWay', { zh: '请选择签署方式', en: 'Please select the way of signing' })
  const wanted = (Array.isArray(contractIds) ? contractIds : String(contractIds ?? '').split(',')).map(String).filter(Boolean)
  const mine = (await contractsOf(ctx, b)).filter((c) => wanted.includes(c.id))
  if (mine.length === 0 || mine.length !== new Set(wanted).size) throw problems.noneSelected()
  for (const c of mine) requireMove(c, 'choose-sign-way')
  if (signWay !== ON_PAPER) refuse(await blockersOf(p, ctx, b, mine, signWay))
  await moveContracts(ctx, mine, 'choose-sign-way', { signWay })
}

/** The choice of the way of signing. */
export const wayRoute = (p: WayParts): Route =>
  route({
    method: 'POST',
    path: '/dzzw/choose-sign-way',
    perm: 'business_edit',
    scope: 'land',
    audit: 'contract_file.way',
    summary: '选择签署方式',
    body: { businessId: text('业务', { max: 254 }), contractIds: json('合同'), signWay: text('签署方式', { max: 254 }) },
    run: (ctx, input) => chooseSignWay(p, ctx, input),
  })
