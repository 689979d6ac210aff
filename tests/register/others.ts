// Random entries beside business: packages, forms, corrections, desk, notices and plans (acts.md 4), and entries that must be refused.
import type { Act, CauseKind, Certificate, Line, NewBook } from '../../land/register/acts/acts.ts'
import { m2, toMu } from '../../land/definitions/area.ts'
import { alone, aBook, type Acts, bookOf, contractorFields, cut, ends, family, follows, freeParcel, freePlace, isHousehold } from './making.ts'
import {
  issuerFields,
  type Maker,
  memberList,
  nextCbfbm,
  nextDkbm,
  parcelFields,
  person,
  placeOfParcel,
  signature,
  some,
  wholeLine,
  wkt,
  years,
} from './making.ts'
import { plusDays } from './rules.ts'
import { booksOf, certificateOf, isCurrent, listed, now, text, type Work } from './state.ts'

type Other = { by: CauseKind; make: (m: Maker, w: Work, day: string) => Acts }

/** A package of one village: issuer, households with their books, certificates with their history, a circulation contract. */
export function newVillage(m: Maker, fbfbm: string, households: number, parcels: number, today: string): Act[] {
  const acts: Act[] = [{ act: 'newIssuer', fbfbm, fields: issuerFields(fbfbm), day: '2015-06-01' }]
  const codes = Array.from({ length: parcels }, () => {
    const [dkbm, place] = [nextDkbm(m, fbfbm), freePlace(m)]
    const fields = { ...parcelFields(m, place), dklb: m.chance.one(['10', '10', '10', '22', '23']) }
    return { dkbm, fields, scmj: m2(place.w * place.h) }
  })
  const days = new Map<string, string>()
  const free = [...codes]
  for (let i = 0; i < households; i++) {
    const members = family(m)
    const [cbfbm, day] = [nextCbfbm(m, fbfbm), m.chance.one(['2016-03-01', '2016-09-10', '2018-05-20'])]
    const code = `${cbfbm}J`
    const lines: Line[] = []
    for (const p of free.splice(0, m.chance.below(8) === 0 ? 0 : 1 + m.chance.below(4))) {
      if (p.fields.dklb !== '10') continue
      lines.push({ dkbm: p.dkbm, sfqqqg: m.chance.in100(15) ? '1' : '2', cbjyqqdfs: '110', htmj: p.scmj, htmjm: toMu(p.scmj) })
      days.set(p.dkbm, day)
    }
    acts.push({ act: 'newContractor', cbfbm, fields: contractorFields(m, members[0]!), members, day: lines.length > 0 ? day : today })
    if (lines.length === 0) continue
    const terms = { cbfs: '110', cbqx: 30, cbqxq: '1998-01-01', cbqxz: m.chance.in100(70) ? '2027-12-31' : '2047-12-31' }
    if (terms.cbqxz > '2030') terms.cbqx = 50
    const contract = { paper: { ...signature(day), attachId: '1' }, htlx: '1' }
    acts.push({ act: 'newBook', code, fbfbm, cbfbm, from: [], djlx: '0', djxl: '0', terms, lines, contract, as: { djsj: day, dbr: '登簿人' }, day })
    acts.push({ act: 'certificate', code, event: 'new', day })
    if (m.chance.in100(60)) acts.push({ act: 'certificate', code, event: 'issue', fzrq: day, fzjg: '县人民政府', bznf: Number(day.slice(0, 4)), day })
    if (m.chance.in100(10))
      acts.push({ act: 'restrict', ref: `lz${code}`, kind: 'lz', on: { dkbm: lines[0]!.dkbm }, from: day, to: years(today, 2), text: '流转合同' })
  }
  for (const p of codes) acts.push({ act: 'newParcel', dkbm: p.dkbm, fields: p.fields, day: days.get(p.dkbm) ?? today })
  return acts
}
/** A parcel that no book ever named. */
const unregistered = (m: Maker, w: Work) =>
  some(m, m.dk, (c) => now(w, `dk:${c}`)?.zt === '1' && now(w, `dk:${c}`)?.djzt === '0' && listed(w, `naming:${c}`).length === 0)
const desk = (fits: (row: Record<string, unknown>) => boolean, act: (code: string, day: string, m: Maker) => Certificate): Other['make'] => {
  return (m, w, day) => {
    const b = aBook(m, w, (x) => {
      const held = certificateOf(w, x.code)
      return held !== undefined && fits(now(w, `cbjyqz:${held}`)!)
    })
    return b && [act(b.code, day, m)]
  }
}
const restrict = (kind: 'dy' | 'yy' | 'cf' | 'lz'): Other['make'] => {
  return (m, w, day) => {
    const b = aBook(m, w)
    if (!b) return
    const ref = `${kind}${m.n}`
    m.refs.push(ref)
    const on = m.chance.one([{ dkbm: b.lines[0]!.dkbm }, { cbjyqzbm: b.code }, { cbfbm: b.cbfbm }])
    return [{ act: 'restrict', ref, kind, on, from: day, text: '登记', ...(m.chance.in100(30) && { to: plusDays(day, m.chance.below(60)) }) }]
  }
}
const lift: Other['make'] = (m, w) => {
  const ref = some(m, m.refs, (r) => w.s.restrictions.some((x) => x.ref === r && !x.ended))
  return ref ? [{ act: 'endRestriction', ref, text: '注销' }] : undefined
}
/** An object that no business has touched: what a correction may change. */
const untouched = (w: Work, key: string) => !(w.before.objects.get(key) ?? []).some((r) => r.cause.kind === 'business')
const importedBook = (m: Maker, w: Work) =>
  aBook(
    m,
    w,
    (b) =>
      untouched(w, `djb:${b.djbId}`) &&
      untouched(w, `cbf:${b.cbfbm}`) &&
      b.code.endsWith('J') &&
      listed(w, `book:${b.code}`).every((id) => untouched(w, `djb:${id}`)),
  )
const editable = (m: Maker, w: Work) => some(m, m.cbf, (c) => isHousehold(w, c) && now(w, `cbf:${c}`)?.djzt === '0' && listed(w, `members:${c}`).length > 0)

export const OTHERS: Readonly<Record<string, Other>> = {
  'package new': {
    by: 'import',
    make: (m, w) => {
      const first = m.fbf[0]!
      const n = m.fbf.length + 1
      if (n > 9) return
      return newVillage(m, `${first.slice(0, 12)}${String(n).padStart(2, '0')}`, 2 + m.chance.below(4), 3 + m.chance.below(8), w.s.today)
    },
  },
  'package later DJSJ': {
    by: 'import',
    make: (m, w, today) => {
      const b = aBook(m, w)
      const day = plusDays(today, -m.chance.below(20))
      if (!b || day < text(b.row, 'djsj')) return
      const next = follows(b, day, { contract: { carry: true }, day, as: { djsj: day } })
      return [{ ...ends(b), day }, next, { act: 'certificate', code: b.code, event: 'keep', day }]
    },
  },
  'package ended': {
    by: 'import',
    make: (m, w, day) => {
      const b = aBook(m, w, (x) => x.lines.every((l) => alone(w, l.dkbm)) && booksOf(w, x.cbfbm).length === 1)
      if (!b) return
      const lines = b.lines.map((l): Act => ({ act: 'endParcel', dkbm: l.dkbm, bgfs: '3', bgyy: '灭失', day }))
      return [{ ...ends(b, '3', { zxyylx: '3' }), day }, { act: 'certificate', code: b.code, event: 'cancel', reason: '注销', day }, ...lines]
    },
  },
  'package joined parcels': {
    by: 'import',
    make: (m, w, day) => {
      const child = some(m, m.dk, (c) => now(w, `dk:${c}`)?.zt === '1' && (now(w, `dk:${c}`)!.ydkbm as string[]).length === 1)
      const parent = child && (now(w, `dk:${child}`)!.ydkbm as string[])[0]
      if (!parent) return
      const pair = m.dk.filter((c) => (now(w, `dk:${c}`)?.ydkbm as string[] | undefined)?.[0] === parent && now(w, `dk:${c}`)!.zt === '1')
      const place = placeOfParcel(w, parent)
      if (!place || pair.length !== 2 || pair.some((c) => listed(w, `naming:${c}`).some((l) => isCurrent(w, l.slice(0, l.lastIndexOf('/')))))) return
      const size = pair.reduce((n, c) => n + Number(now(w, `dk:${c}`)!.scmj), 0)
      if (Math.abs(size - place.w * place.h) > 0.2) return
      const children = [{ dkbm: nextDkbm(m, pair[0]!.slice(0, 14)), fields: { ...parcelFields(m, place), dklb: '22' } }]
      return [{ act: 'replaceParcels', parents: pair, children, bgfs: '2', bgyy: '合并', day }]
    },
  },
  'package older fields': {
    by: 'import',
    make: (m, w) => {
      const cbfbm = editable(m, w)
      const phone = { lxdh: `137${String(m.chance.below(1e8)).padStart(8, '0')}` }
      return cbfbm ? [{ act: 'setContractor', cbfbm, fields: phone, day: m.chance.one(['2014-01-01', '2016-12-31', '2020-01-01']) }] : undefined
    },
  },
  'package events': {
    by: 'import',
    make: (m, w) => {
      const b = aBook(m, w, (x) => certificateOf(w, x.code) !== undefined && !!now(w, `cbjyqz:${certificateOf(w, x.code)}`)!.fzrq)
      return b && [{ act: 'certificate', code: b.code, event: 'replace', reason: '换发', day: w.s.today }]
    },
  },
  'form new contractor': {
    by: 'form',
    make: (m, w) => {
      const members = family(m)
      const fbfbm = m.chance.one(m.fbf.filter((f) => now(w, `fbf:${f}`)?.zt === '1'))
      return [{ act: 'newContractor', cbfbm: nextCbfbm(m, fbfbm), fields: contractorFields(m, members[0]!), members }]
    },
  },
  'form phone': {
    by: 'form',
    make: (m, w) => {
      const cbfbm = some(m, m.cbf, (c) => now(w, `cbf:${c}`)?.zt === '1')
      return cbfbm ? [{ act: 'setContractor', cbfbm, fields: { lxdh: `136${String(m.chance.below(1e8)).padStart(8, '0')}` } }] : undefined
    },
  },
  'form members': {
    by: 'form',
    make: (m, w) => {
      const cbfbm = editable(m, w)
      return cbfbm ? [{ act: 'setContractor', cbfbm, members: [...memberList(w, cbfbm), person(m, '20')] }] : undefined
    },
  },
  'form end contractor': {
    by: 'form',
    make: (m, w) => {
      const cbfbm = editable(m, w)
      return cbfbm ? [{ act: 'endContractor', cbfbm, zxyylx: '9' }] : undefined
    },
  },
  'form new parcel': {
    by: 'form',
    make: (m, w) => {
      const fbfbm = m.chance.one(m.fbf.filter((f) => now(w, `fbf:${f}`)?.zt === '1'))
      return [{ act: 'newParcel', dkbm: nextDkbm(m, fbfbm), fields: { ...parcelFields(m, freePlace(m)), dklb: m.chance.one(['10', '22']) } }]
    },
  },
  'form parcel': {
    by: 'form',
    make: (m, w) => {
      const dkbm = unregistered(m, w)
      return dkbm ? [{ act: 'setParcel', dkbm, bgfs: '10', fields: { dkmc: `田${m.chance.below(1000)}` } }] : undefined
    },
  },
  'form remark': {
    by: 'form',
    make: (m, w) => {
      const dkbm = some(m, m.dk, (c) => now(w, `dk:${c}`)?.zt === '1')
      return dkbm ? [{ act: 'setParcel', dkbm, bgfs: '10', fields: { dkbzxx: `备注${m.chance.below(1000)}` } }] : undefined
    },
  },
  'form cut': {
    by: 'form',
    make: (m, w) => {
      const dkbm = unregistered(m, w)
      const pieces = dkbm && cut(m, w, dkbm)
      return pieces ? [{ act: 'replaceParcels', parents: [dkbm], children: pieces.children, bgfs: '1', bgyy: '分割' }] : undefined
    },
  },
  'form end parcel': {
    by: 'form',
    make: (m, w) => {
      const dkbm = unregistered(m, w)
      return dkbm ? [{ act: 'endParcel', dkbm, bgyy: '错误录入' }] : undefined
    },
  },
  'form new issuer': {
    by: 'form',
    make: (m) => {
      const n = m.fbf.length + 1
      const fbfbm = `${m.fbf[0]!.slice(0, 12)}${String(n).padStart(2, '0')}`
      return n > 9 ? undefined : [{ act: 'newIssuer', fbfbm, fields: issuerFields(fbfbm) }]
    },
  },
  'form end issuer': {
    by: 'form',
    make: (m, w) => {
      const land = new Set(
        [...m.cbf.map((c) => [`cbf:${c}`, c]), ...m.dk.map((c) => [`dk:${c}`, c])].filter(([k]) => now(w, k!)?.zt === '1').map(([, c]) => c!.slice(0, 14)),
      )
      const fbfbm = some(m, m.fbf, (f) => now(w, `fbf:${f}`)?.zt === '1' && !land.has(f), 8)
      return fbfbm ? [{ act: 'endIssuer', fbfbm, reason: '撤销' }] : undefined
    },
  },
  'correct issuer': {
    by: 'correction',
    make: (m, w) => {
      const fbfbm = some(m, m.fbf, (f) => now(w, `fbf:${f}`)?.zt === '1' && untouched(w, `fbf:${f}`))
      return fbfbm ? [{ act: 'setIssuer', fbfbm, fields: { fbfdz: `村委会${m.chance.below(100)}` } }] : undefined
    },
  },
  'correct contractor': {
    by: 'correction',
    make: (m, w) => {
      const b = importedBook(m, w)
      if (!b) return
      const members = m.chance.in100(40) ? memberList(w, b.cbfbm).map((x) => ({ ...x, cyxb: '1' })) : undefined
      return [{ act: 'setContractor', cbfbm: b.cbfbm, fields: { cbfmc: `李${m.chance.below(1000)}` }, ...(members && { members }) }]
    },
  },
  'correct parcel': {
    by: 'correction',
    make: (m, w) => {
      const b = importedBook(m, w)
      const dkbm = b?.lines
        .map((l) => l.dkbm)
        .find((c) => untouched(w, `dk:${c}`) && listed(w, `naming:${c}`).every((l) => untouched(w, `djb:${l.slice(0, l.lastIndexOf('/'))}`)))
      const day = m.chance.in100(30) ? { day: w.s.today } : {}
      return dkbm ? [{ act: 'setParcel', dkbm, bgfs: '10', fields: { dkmc: `错${m.chance.below(1000)}` }, ...day }] : undefined
    },
  },
  'correct contract': {
    by: 'correction',
    make: (m, w) => {
      const b = importedBook(m, w)
      return b && [{ act: 'setContract', cbhtbm: b.code, qdsj: '2016-02-02' }]
    },
  },
  'correct book': {
    by: 'correction',
    make: (m, w) => {
      const b = importedBook(m, w)
      if (!b) return
      const how = m.chance.below(3)
      const lines = b.lines.map((l) => ({ ...l, htmj: m2(m2(Number(l.htmj) + 1)), htmjm: toMu(m2(Number(l.htmj) + 1)) }))
      if (how === 2 && b.lines.length > 1) return [{ act: 'reviseBook', djbId: b.djbId, content: { djbfj: '更正' }, lines: b.lines.slice(1) }]
      const people = memberList(w, b.cbfbm).map(({ id: _, ...x }, i) => ({ ...x, ...(i === 0 && { cyxm: `${x.cyxm}更` }) }))
      const members = how === 0 && m.n % 2 === 0 && people.length > 0 ? { members: people.slice(0, 2) } : {}
      return [{ act: 'reviseBook', djbId: b.djbId, content: { djbfj: '更正', ycbjyqzbh: `旧${m.chance.below(100)}`, ...members }, ...(how === 1 && { lines }) }]
    },
  },
  'desk print': {
    by: 'desk',
    make: desk(
      (c) => !c.cbjyqzlsh && c.sfbdcfz !== '1',
      (code, _day, m) => ({ act: 'certificate', code, event: 'print', serial: `川（2026）第${m.n}号` }),
    ),
  },
  'desk spoil': {
    by: 'desk',
    make: (m, w) => {
      const b = aBook(
        m,
        w,
        (x) =>
          certificateOf(w, x.code) !== undefined &&
          !!now(w, `cbjyqz:${certificateOf(w, x.code)}`)!.cbjyqzlsh &&
          !now(w, `cbjyqz:${certificateOf(w, x.code)}`)!.fzrq,
      )
      return (
        b && [{ act: 'certificate', code: b.code, event: 'spoil', serial: text(now(w, `cbjyqz:${certificateOf(w, b.code)}`), 'cbjyqzlsh'), reason: '污损' }]
      )
    },
  },
  'desk issue': {
    by: 'desk',
    make: desk(
      (c) => !!c.cbjyqzlsh && !c.fzrq,
      (code, day) => ({ act: 'certificate', code, event: 'issue', fzrq: day, fzjg: '县人民政府', bznf: 2026 }),
    ),
  },
  'desk collect': {
    by: 'desk',
    make: desk(
      (c) => !!c.fzrq && c.qzsflq !== '1',
      (code, day) => ({ act: 'certificate', code, event: 'collect', qzlqrq: day, qzlqrxm: '王一', qzlqrzjlx: '1', qzlqrzjhm: '512021196001010015' }),
    ),
  },
  'desk set': {
    by: 'desk',
    make: desk(
      (c) => !c.cbjyqzlsh && !c.fzrq,
      (code, _day, m) => ({ act: 'certificate', code, event: 'set', fields: { bznf: 2020 + m.chance.below(6) } }),
    ),
  },
  'desk drop': {
    by: 'desk',
    make: desk(
      (c) => !c.cbjyqzlsh && !c.fzrq,
      (code) => ({ act: 'certificate', code, event: 'drop' }),
    ),
  },
  'desk serial': {
    by: 'desk',
    make: (m, w) => {
      const b = aBook(m, w, (x) => !now(w, `cbht:${x.djbId}`)!.htxlh)
      return b && [{ act: 'setContract', cbhtbm: b.code, htxlh: `5120212026${String(m.n).padStart(6, '0')}` }]
    },
  },
  'desk first book': {
    by: 'desk',
    make: (m, w, day) => {
      const dkbm = some(m, m.dk, (c) => now(w, `dk:${c}`)?.dklb === '10' && c === freeParcel(m, w, c.slice(0, 14)))
      const fbfbm = dkbm?.slice(0, 14)
      const cbfbm = dkbm && some(m, m.cbf, (c) => isHousehold(w, c) && c.startsWith(fbfbm!) && listed(w, `book:${c}J`).length === 0)
      if (!dkbm || !fbfbm || !cbfbm) return
      const terms = { cbfs: '110', cbqx: 1, cbqxq: day, cbqxz: years(day, 1) }
      const contract = { unsigned: true as const, htlx: '1' }
      const book = { fbfbm, cbfbm, from: [], djlx: '0', djxl: '0', terms, lines: [wholeLine(w, dkbm)], contract }
      return years(day, 1) > '2027-12-31' ? undefined : [{ act: 'newBook', code: `${cbfbm}J`, ...book }]
    },
  },
  'desk objection': { by: 'desk', make: restrict('yy') },
  'desk circulation': { by: 'desk', make: restrict('lz') },
  'desk lift': { by: 'desk', make: lift },
  'desk note': {
    by: 'desk',
    make: (m, w) => {
      const b = aBook(m, w)
      return b && [{ act: 'note', on: m.chance.one([b.djbId, b.code]), text: '备注' }]
    },
  },
  'notice mortgage': { by: 'notice', make: restrict('dy') },
  'notice seizure': { by: 'notice', make: restrict('cf') },
  'notice lift': { by: 'notice', make: lift },
  'notice registry': {
    by: 'notice',
    make: desk(
      () => true,
      (code, _day, m) => ({ act: 'certificate', code, event: 'bdc', sfbdcfz: '1', bdcqzh: `川（2026）不动产权第${m.n}号` }),
    ),
  },
  'plan round': {
    by: 'plan',
    make: (m, w) => {
      const fbfbm = some(m, m.fbf, (f) => now(w, `fbf:${f}`)?.zt === '1')
      const [no, from, to] = m.chance.one([
        [2, '1998-01-01', '2027-12-31'],
        [3, '2028-01-01', '2057-12-31'],
      ] as const)
      return fbfbm ? [{ act: 'setIssuer', fbfbm, rounds: [{ no, from, to }] }] : undefined
    },
  },
}

type Bad = { by: CauseKind; day?: (today: string) => string; make: (m: Maker, w: Work, day: string) => Acts }
/** A change of one book that would be lawful but for what is said. */
const badBook = (
  over: (m: Maker, w: Work, b: ReturnType<typeof bookOf>) => Partial<NewBook> | undefined,
  more: (b: ReturnType<typeof bookOf>) => Act[] = (b) => [ends(b)],
): Bad => ({
  by: 'business',
  make: (m, w, day) => {
    const b = aBook(m, w)
    const change = b && over(m, w, b)
    return b && change && [...more(b), follows(b, day, change)]
  },
})
const inBook = (m: Maker, w: Work) => aBook(m, w, (b) => alone(w, b.lines[0]!.dkbm))?.lines[0]!.dkbm
const parcelAct = (act: (dkbm: string, m: Maker) => Act, by: CauseKind = 'business'): Bad => ({
  by,
  make: (m, w) => {
    const dkbm = inBook(m, w)
    return dkbm ? [act(dkbm, m)] : undefined
  },
})
/** Entries that must be refused, under the code of the refusal; after a blank: another way to it. */
export const UNLAWFUL: Readonly<Record<string, Bad>> = {
  'may-not': parcelAct((dkbm) => ({ act: 'endParcel', dkbm, bgfs: '3', bgyy: '灭失' }), 'desk'),
  'may-not notice': parcelAct((dkbm) => ({ act: 'setParcel', dkbm, bgfs: '10', fields: { dkmc: '改' } }), 'notice'),
  twice: {
    by: 'business',
    make: (m, w) => {
      const dkbm = inBook(m, w)
      return dkbm ? [1, 2].map((): Act => ({ act: 'setParcel', dkbm, bgfs: '50', fields: { qqmjm: '1.00' } })) : undefined
    },
  },
  'day-future': { ...OTHERS['form phone']!, day: (today) => plusDays(today, 1) },
  'own-day': parcelAct((dkbm) => ({ act: 'setParcel', dkbm, bgfs: '50', fields: { qqmjm: '1.00' }, day: '2020-01-01' })),
  'day-before': {
    by: 'business',
    day: () => '2014-01-01',
    make: (m, w) => aBookThen(m, w, (b) => [{ act: 'setContractor', cbfbm: b.cbfbm, fields: { cbfmc: '早' } }]),
  },
  'code-used': {
    by: 'form',
    make: (m, w) => {
      const dkbm = some(m, m.dk, (c) => !!now(w, `dk:${c}`))!
      return [{ act: 'newParcel', dkbm, fields: parcelFields(m, freePlace(m)) }]
    },
  },
  code: { by: 'form', make: (m) => [{ act: 'newParcel', dkbm: `${m.fbf[0]}12`, fields: {} }] },
  'code-range': {
    by: 'form',
    make: (m, w) => {
      const fbfbm = some(m, m.fbf, (f) => now(w, `fbf:${f}`)?.zt === '1')!
      return [{ act: 'newContractor', cbfbm: `${fbfbm}8500`, fields: contractorFields(m, person(m, '02')), members: [person(m, '02')] }]
    },
  },
  'no-parcel': { by: 'business', make: (m) => [{ act: 'setParcel', dkbm: `${m.fbf[0]}99999`, bgfs: '10', fields: { dkmc: '无' } }] },
  'no-issuer': { by: 'business', make: (m) => [{ act: 'setIssuer', fbfbm: `${m.fbf[0]!.slice(0, 12)}99`, fields: { fbfmc: '无' } }] },
  'no-contractor': { by: 'business', make: (m) => [{ act: 'endContractor', cbfbm: `${m.fbf[0]}7999`, zxyylx: '9' }] },
  'no-contract': { by: 'business', make: (m) => [{ act: 'setContract', cbhtbm: `${m.fbf[0]}7999J`, qdsj: '2020-01-01' }] },
  E1004: {
    by: 'business',
    make: (m, w) => {
      const code = some(m, m.cbf, (c) => listed(w, `book:${c}J`).some((id) => !isCurrent(w, id)))
      const djbId = code && listed(w, `book:${code}J`).find((id) => !isCurrent(w, id))
      return djbId ? [{ act: 'endBook', djbId, qszt: '3', reason: '再次' }] : undefined
    },
  },
  E1013: badBook(
    () => ({}),
    () => [],
  ),
  'E1015 parcel of another': badBook((m, w, b) => {
    const other = aBook(m, w, (x) => x.code !== b.code && x.lines[0]!.sfqqqg !== '1' && !b.lines.some((l) => l.dkbm === x.lines[0]!.dkbm))
    return other && { lines: [...b.lines, wholeLine(w, other.lines[0]!.dkbm)] }
  }),
  'E1015 ended in a book': parcelAct((dkbm) => ({ act: 'endParcel', dkbm, bgfs: '3', bgyy: '灭失' })),
  'E1015 twice in a book': badBook((_m, _w, b) => ({ lines: [...b.lines, b.lines[0]!] })),
  E1017: badBook((_m, _w, b) => ({ terms: { ...b.terms, cbqxz: plusDays(b.terms.cbqxz, 1) } })),
  E1018: badBook(() => ({ lines: [] })),
  letter: badBook((_m, _w, b) => ({ terms: { ...b.terms, cbfs: '121' } })),
  term: badBook((_m, _w, b) => ({ terms: { ...b.terms, cbqxq: b.terms.cbqxz } })),
  'whole-years': badBook((_m, _w, b) => ({ djxl: '9', terms: { ...b.terms, cbqxq: '2028-01-01', cbqxz: '2057-11-30' } })),
  carry: badBook((_m, _w, b) => ({ contract: { carry: true }, terms: { ...b.terms, cbqxq: plusDays(b.terms.cbqxq, 1) } })),
  'book-issuer': badBook((m, _w, b) => ({ fbfbm: m.fbf.find((f) => f !== b.fbfbm) ?? '' })),
  from: badBook(() => ({ from: [] })),
  'from current': {
    by: 'business',
    make: (m, w, day) => {
      const [a, b] = [aBook(m, w), aBook(m, w)]
      return a && b && a.code !== b.code ? [ends(a), follows(a, day, { from: [a.djbId, b.djbId] })].map((x) => ({ ...x })) : undefined
    },
  },
  successor: { by: 'business', make: (m, w) => aBookThen(m, w, (b) => [ends(b)]) },
  'successor ended goes on': badBook(
    () => ({}),
    (b) => [ends(b, '3')],
  ),
  'parcel-category': badBook((m, w, b) => {
    const dkbm = some(m, m.dk, (c) => now(w, `dk:${c}`)?.zt === '1' && now(w, `dk:${c}`)?.dklb !== '10')
    return dkbm ? { lines: [...b.lines, wholeLine(w, dkbm)] } : undefined
  }),
  'line-area': badBook((_m, _w, b) => ({ lines: b.lines.map((l) => ({ ...l, htmjm: '999.00' })) })),
  E1008: badBook((_m, _w, b) => ({ djxl: '3', lines: b.lines.map((l) => ({ ...l, htmj: m2(Number(l.htmj) + 100), htmjm: toMu(m2(Number(l.htmj) + 100)) })) })),
  round: {
    by: 'business',
    make: (m, w, day) => {
      const fbfbm = some(m, m.fbf, (f) => now(w, `fbf:${f}`)?.zt === '1' && w.s.rounds.some((r) => r.fbfbm === f && r.from <= day && day <= r.to))
      const dkbm = fbfbm && freeParcel(m, w, fbfbm)
      if (!fbfbm || !dkbm || now(w, `dk:${dkbm}`)!.dklb !== '10') return
      const members = family(m)
      const cbfbm = nextCbfbm(m, fbfbm)
      const terms = { cbfs: '110', cbqx: 50, cbqxq: day, cbqxz: years(day, 50) }
      const book = { fbfbm, cbfbm, from: [], djlx: '0', djxl: '0', terms, lines: [wholeLine(w, dkbm)], contract: { file: signature(day), htlx: '1' } }
      return [
        { act: 'newContractor', cbfbm, fields: contractorFields(m, members[0]!), members },
        { act: 'newBook', code: `${cbfbm}J`, ...book },
      ]
    },
  },
  head: {
    by: 'business',
    make: (m, w) => aBookThen(m, w, (b) => [{ act: 'setContractor', cbfbm: b.cbfbm, members: memberList(w, b.cbfbm).map((x) => ({ ...x, yhzgx: '20' })) }]),
  },
  'head dead': {
    by: 'business',
    make: (m, w) => aBookThen(m, w, (b) => [{ act: 'setContractor', cbfbm: b.cbfbm, members: memberList(w, b.cbfbm).map((x) => ({ ...x, cybz: '7' })) }]),
  },
  'person-twice': {
    by: 'business',
    make: (m, w) =>
      aBookThen(m, w, (b) => {
        const all = memberList(w, b.cbfbm)
        return [{ act: 'setContractor', cbfbm: b.cbfbm, members: [...all, { ...person(m, '20'), cyzjhm: all[0]!.cyzjhm }] }]
      }),
  },
  person: {
    by: 'business',
    make: (m, w) => {
      const [a, b] = [aBook(m, w), aBook(m, w, (x) => memberList(w, x.cbfbm)[0]!.sfgyr === '1' && memberList(w, x.cbfbm)[0]!.cybz !== '7')]
      if (!a || !b || a.cbfbm === b.cbfbm) return
      const { cyzjhm, cyxm } = memberList(w, b.cbfbm)[0]!
      if (memberList(w, a.cbfbm).some((x) => x.cyzjhm === cyzjhm)) return
      return [{ act: 'setContractor', cbfbm: a.cbfbm, members: [...memberList(w, a.cbfbm), { ...person(m, '20'), cyzjhm, cyxm }] }]
    },
  },
  'member-elsewhere': {
    by: 'business',
    make: (m, w) => {
      const [a, b] = [aBook(m, w), aBook(m, w)]
      if (!a || !b || a.cbfbm === b.cbfbm) return
      return [{ act: 'setContractor', cbfbm: a.cbfbm, members: [...memberList(w, a.cbfbm), { ...memberList(w, b.cbfbm)[0]!, yhzgx: '80' }] }]
    },
  },
  E1009: {
    by: 'business',
    make: (m, w) =>
      aBookThen(m, w, (b) => {
        const all = memberList(w, b.cbfbm)
        if (all.length < 3 || all[1]!.sfgyr !== '1' || all[1]!.cybz === '7' || all[1]!.yhzgx === '02' || all[0]!.yhzgx !== '02') return
        const fields = contractorFields(m, all[1]!)
        return [
          { act: 'setContractor', cbfbm: b.cbfbm, members: [all[0]!] },
          { act: 'newContractor', cbfbm: nextCbfbm(m, b.fbfbm), fields, members: [{ ...all[1]!, yhzgx: '02' }] },
        ]
      }),
  },
  'contractor-has-book': { by: 'business', make: (m, w) => aBookThen(m, w, (b) => [{ act: 'endContractor', cbfbm: b.cbfbm, zxyylx: '2' }]) },
  registered: { by: 'form', make: (m, w) => aBookThen(m, w, (b) => [{ act: 'setContractor', cbfbm: b.cbfbm, fields: { cbfmc: '改名' } }]) },
  'registered parcel': parcelAct((dkbm) => ({ act: 'setParcel', dkbm, bgfs: '10', fields: { dkmc: '改名' } }), 'form'),
  'fbf-in-use': {
    by: 'form',
    make: (m, w) => {
      const fbfbm = some(m, m.fbf, (f) => now(w, `fbf:${f}`)?.zt === '1' && m.dk.some((c) => c.startsWith(f) && now(w, `dk:${c}`)?.zt === '1'))
      return fbfbm ? [{ act: 'endIssuer', fbfbm, reason: '撤销' }] : undefined
    },
  },
  touched: {
    by: 'correction',
    make: (m, w) => {
      const b = aBook(m, w, (x) => !untouched(w, `djb:${x.djbId}`))
      return b && [{ act: 'setContractor', cbfbm: b.cbfbm, fields: { cbfmc: '更正' } }]
    },
  },
  bgfs: parcelAct((dkbm) => ({ act: 'setParcel', dkbm, bgfs: '50', fields: { dkmc: '改' } })),
  'mu-mismatch': parcelAct((dkbm) => ({ act: 'setParcel', dkbm, bgfs: '50', fields: { scmj: '100.00', scmjm: '9.00' } })),
  'cut-area': {
    by: 'form',
    make: (m, w) => {
      const dkbm = unregistered(m, w)
      const pieces = dkbm && cut(m, w, dkbm)
      if (!pieces) return
      const [a, b] = pieces.children
      const smaller = { ...a!, fields: { ...a!.fields, scmj: '1.00', scmjm: '0.00', geom: wkt({ x: 0, y: 0, w: 1, h: 1 }) } }
      return Number(a!.fields.scmj) < 30 ? undefined : [{ act: 'replaceParcels', parents: [dkbm], children: [smaller, b!], bgfs: '1', bgyy: '分割' }]
    },
  },
  'certificate-state': {
    by: 'desk',
    make: desk(
      (c) => !c.cbjyqzlsh && !c.fzrq,
      (code) => ({ act: 'certificate', code, event: 'issue', fzrq: '2026-01-01', fzjg: '县', bznf: 2026 }),
    ),
  },
  'certificate-state new': {
    by: 'business',
    make: desk(
      () => true,
      (code) => ({ act: 'certificate', code, event: 'new' }),
    ),
  },
  'contract-filled': {
    by: 'desk',
    make: (m, w) => {
      const b = aBook(m, w, (x) => !!now(w, `cbht:${x.djbId}`)!.qdsj)
      return b && [{ act: 'setContract', cbhtbm: b.code, qdsj: '2020-01-01' }]
    },
  },
  qdsj: { by: 'business', make: (m, w, day) => aBookThen(m, w, (b) => [{ act: 'setContract', cbhtbm: b.code, qdsj: plusDays(day, 1) }]) },
  'note-on': { by: 'desk', make: (m) => [{ act: 'note', on: `${m.fbf[0]}7999J`, text: '无' }] },
  'restrict-on': { by: 'notice', make: (m, _w, day) => [{ act: 'restrict', ref: `bad${m.n}`, kind: 'dy', on: {}, from: day, text: '无' }] },
  'ref-used': {
    by: 'notice',
    make: (m, w, day) => {
      const ref = some(m, m.refs, (r) => w.s.restrictions.some((x) => x.ref === r && x.ended?.cause.kind !== 'undo'))
      return ref ? aBookThen(m, w, (b) => [{ act: 'restrict', ref, kind: 'dy', on: { cbjyqzbm: b.code }, from: day, text: '再次' }]) : undefined
    },
  },
  'no-restriction': { by: 'notice', make: () => [{ act: 'endRestriction', ref: 'nobody', text: '无' }] },
}
function aBookThen(m: Maker, w: Work, acts: (b: ReturnType<typeof bookOf>) => Acts): Acts {
  const b = aBook(m, w)
  return b && acts(b)
}
