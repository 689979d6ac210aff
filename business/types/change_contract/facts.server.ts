import type { Ctx } from '../../../kit/server/ctx.server.ts'
import type { DraftContract } from '../../../land/paper/read.server.ts'
import { validShape } from '../../../land/geometry/validity.ts'
import { refusal } from '../../cases/rules/problems.ts'
import { parcelsStanding, standingsOf } from '../../parts/standing.server.ts'
import { coOwnersElsewhere } from '../../../land/register/co-owners.server.ts'
import type { Codes } from '../../cases/definitions/business.ts'
import { outlineAreas } from '../../cases/land/outlines.ts'
import { besideOutlines } from '../../cases/land/outlines.server.ts'
import { pieceRows } from '../../cases/land/pieces.ts'
import { cutParcels } from '../../cases/land/pieces.server.ts'
import { isMasked } from '../../cases/people/members.ts'
import type { About } from '../../cases/definitions/type.ts'
import { changed, followers, holderAfter, linesAfter, membersAfter, type Facts } from './plan.ts'
import { ofPeople, type ChangeForm } from './type.ts'

/**
 * What the form means in the register: the contractor of the book, the parcels and persons that come in, what is cut and drawn anew. At most eight statements,
 * whatever the form holds, and one for each issuer whose parcels are cut; takes codes for pieces.
 */
export async function factsOf(ctx: Ctx, form: ChangeForm, codes: Codes | null): Promise<Facts> {
  const cbfbm = form.cbjyqzbm.slice(0, -1)
  const beside = [...new Set(form.beside.flatMap((b) => (b.cbjyqzbm ? [b.cbjyqzbm] : [])))]
  const holders = [...new Set([cbfbm, ...beside.map((code) => code.slice(0, -1))])]
  const standings = await standingsOf(ctx, holders)
  const standing = standings[0]
  const outlines = [...form.corrected, ...form.beside].flatMap(({ dkbm, geom }) => (geom ? [{ dkbm, geom }] : []))
  // a measured area that is typed is compared with the outline that stands
  const measured = form.corrected.flatMap(({ dkbm, scmj, geom }) => (scmj && !geom ? [{ dkbm }] : []))
  const parts = await cutParcels(ctx, [...form.cuts, ...[...outlines, ...measured].map(({ dkbm }) => ({ dkbm, pieces: [] }))], codes)
  const known = (m: ChangeForm['jtcyList'][number]) => standing?.members.some((s) => s.id === m.id && s.cyzjhm === m.cyzjhm) || isMasked(m)
  const came = form.jtcyList.filter((m) => !known(m))
  return {
    standing,
    parcels: await parcelsStanding(
      ctx,
      form.dk.map((d) => d.dkbm),
    ),
    elsewhere: await coOwnersElsewhere(ctx, cbfbm, came),
    cuts: parts.slice(0, form.cuts.length),
    drawn: new Map(parts.slice(form.cuts.length).flatMap((p) => (p ? [[p.parcel.dkbm!, p] as const] : []))),
    // what is no polygon is refused as such, and asked of no database
    near: await besideOutlines(
      ctx,
      outlines.filter(({ geom }, i) => validShape(geom, parts[form.cuts.length + i]?.zone ?? 0)),
    ),
    neighbours: new Map(
      beside.flatMap((code) => {
        const found = standings[holders.indexOf(code.slice(0, -1))]
        return found ? [[code, found] as const] : []
      }),
    ),
  }
}

/** The changed contract as it will be printed: the term goes on. */
export async function contract(ctx: Ctx, form: ChangeForm, codes: Codes, cbhtbm: string, about: About): Promise<DraftContract> {
  const facts = await factsOf(ctx, form, codes)
  const { standing, books } = changed(form, facts, about)
  const book = books.find((b) => b.code === cbhtbm)
  if (!book) return neighbourContract(form, facts, cbhtbm, about)
  const { holder, members } = standing
  const pieces = pieceRows(form.cuts, facts.cuts)
  return {
    fbfbm: form.fbfbm,
    terms: { cbhtbm, ...book.former, ...book.terms },
    holder: { ...holder, ...holderAfter(form, standing, about), cbfbm: holder.cbfbm! },
    members: ofPeople(about.item) ? membersAfter(form, standing) : members,
    parcels: linesAfter(form, book, facts, about).map((l) => ({ ...pieces.get(l.dkbm), ...drawnRow(facts, form, l.dkbm), ...l })),
  }
}
/** What the outline of a parcel that is drawn anew says of it. */
function drawnRow({ drawn }: Facts, { corrected, beside }: ChangeForm, dkbm: string) {
  const geom = [...corrected, ...beside].find((c) => c.dkbm === dkbm)?.geom
  const fact = drawn.get(dkbm)
  return geom && fact ? { ...fact.parcel, ...outlineAreas(geom, fact) } : {}
}
/** The contract of a neighbour whose boundary text changes too. */
function neighbourContract(form: ChangeForm, facts: Facts, cbhtbm: string, about: About): DraftContract {
  const found = followers(form, facts).find((f) => f.book.code === cbhtbm)
  if (!found) throw refusal('E1004')
  const { standing, book } = found
  const { holder, members } = standing
  return {
    fbfbm: holder.fbfbm,
    terms: { cbhtbm, ...book.former, ...book.terms },
    holder: { ...holder, cbfbm: holder.cbfbm! },
    members,
    parcels: linesAfter(form, book, facts, about).map((l) => ({ ...drawnRow(facts, form, l.dkbm), ...l })),
  }
}
