import { parcelsOf, type Entry } from './acts.ts'

const emptyNames = () => ({
  issuers: new Set<string>(),
  changedIssuers: new Set<string>(),
  endedIssuers: new Set<string>(),
  rounds: new Set<string>(),
  firsts: new Set<string>(),
  cbfbms: new Set<string>(),
  /** contractors that come: they have no members yet */
  newCbfbms: new Set<string>(),
  dkbms: new Set<string>(),
  parents: new Set<string>(),
  djbIds: new Set<string>(),
  /** versions whose lines end or change */
  endedIds: new Set<string>(),
  bookCodes: new Set<string>(),
  certificates: new Set<string>(),
  collected: new Set<string>(),
  refs: new Set<string>(),
  /** codes of what restrictions are on */
  restricted: new Set<string>(),
})
/** Codes and ids that an entry names, by what must be read for them. */
export function registerNames(entry: Entry) {
  const sets = emptyNames()
  const parcel = (dkbm: string, fbfbm?: string | null) => {
    sets.dkbms.add(dkbm)
    sets.issuers.add(fbfbm ?? dkbm.slice(0, 14))
  }
  for (const a of entry.acts) {
    switch (a.act) {
      case 'newIssuer':
      case 'setIssuer':
      case 'endIssuer':
        sets.issuers.add(a.fbfbm)
        sets.changedIssuers.add(a.fbfbm)
        if (a.act === 'endIssuer') sets.endedIssuers.add(a.fbfbm)
        if (a.act === 'setIssuer' && a.rounds) sets.rounds.add(a.fbfbm)
        break
      case 'newContractor':
        sets.cbfbms.add(a.cbfbm)
        sets.newCbfbms.add(a.cbfbm)
        sets.issuers.add(a.fields.fbfbm ?? a.cbfbm.slice(0, 14))
        break
      case 'setContractor':
      case 'endContractor':
        sets.cbfbms.add(a.cbfbm)
        break
      case 'newParcel':
        parcel(a.dkbm, a.fields.fbfbm)
        break
      case 'setParcel':
      case 'endParcel':
        sets.dkbms.add(a.dkbm)
        break
      case 'replaceParcels':
        for (const dkbm of a.parents) {
          sets.dkbms.add(dkbm)
          sets.parents.add(dkbm)
        }
        for (const c of a.children) parcel(c.dkbm, c.fields.fbfbm)
        break
      case 'newBook':
        sets.issuers.add(a.fbfbm)
        sets.cbfbms.add(a.cbfbm)
        sets.bookCodes.add(a.code)
        for (const id of a.from) sets.djbIds.add(id)
        // a household contract lies inside the round of its issuer, a term of no whole years ends with it
        if (entry.cause.kind !== 'import' && ['0', '9'].includes(a.djxl)) sets.rounds.add(a.fbfbm)
        // or with the other households' books
        if (entry.cause.kind !== 'import' && a.djxl === '0') sets.firsts.add(a.fbfbm)
        if ('carry' in a.contract) for (const id of a.from) sets.endedIds.add(id)
        for (const l of a.lines) sets.dkbms.add(l.dkbm)
        break
      case 'endBook':
      case 'reviseBook':
        sets.djbIds.add(a.djbId)
        sets.endedIds.add(a.djbId)
        if (a.act === 'reviseBook') for (const l of a.lines ?? []) sets.dkbms.add(l.dkbm)
        break
      case 'setContract':
        sets.bookCodes.add(a.cbhtbm)
        break
      case 'certificate':
        sets.certificates.add(a.code)
        sets.bookCodes.add(a.code)
        if (a.event === 'collect') sets.collected.add(a.code)
        break
      case 'note':
        if (/[JQ]$/.test(a.on)) sets.bookCodes.add(a.on)
        else sets.djbIds.add(a.on)
        break
      case 'restrict': {
        sets.refs.add(a.ref)
        const { cbjyqzbm, cbfbm } = a.on
        for (const dkbm of parcelsOf(a.on)) sets.dkbms.add(dkbm)
        if (cbjyqzbm) sets.bookCodes.add(cbjyqzbm)
        if (cbfbm) sets.cbfbms.add(cbfbm)
        for (const code of [...parcelsOf(a.on), cbjyqzbm, cbfbm]) if (code) sets.restricted.add(code)
        break
      }
      case 'endRestriction':
        sets.refs.add(a.ref)
        break
    }
  }
  return sets
}
