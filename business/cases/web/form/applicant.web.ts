import { Form, type FormInstance } from 'antd'
import { useEffect, useRef, useState } from 'react'
import { checkValue } from '../../../../kit/model/check.ts'
import { useStable } from '../../../../platform/parts/stable.web.ts'
import { typeName, type TypeCode } from '../../../../services/process/engine/definitions.ts'
import { applicantName, isNamed } from '../../people/applicant.ts'
import { business } from '../../definitions/business.ts'

/** Values by names of fields. */
type Values = Readonly<Record<string, unknown>>
/**
 * What of a form follows another person: `next` is known of who is chosen now, `filled` was filled before, `now` stands in the form. What the former one
 * left behind goes, also where nothing is known of the new one; what a person typed stays.
 */
export function following(now: Values, filled: Values, next: Values, ours: (name: string) => boolean): Values {
  return Object.fromEntries(
    Object.entries(next).filter(([n, v]) => {
      const was = now[n] || undefined
      return was !== v && (was === undefined || was === filled[n] || (v !== undefined && ours(n)))
    }),
  )
}
/** What is known of a holder goes with his name: number and phone, masked where the reader may not see them in full; the server has them. */
const KNOWN = ['obligeIdType', 'obligeIdCard', 'obligePhone'] as const
const text = (v: unknown) => (typeof v === 'string' && v ? v : undefined)
/** A number that the field takes: others are typed. */
const phoneOf = (v: unknown) => (text(v)?.includes('*') || !checkValue(business.fields.obligePhone, v ?? null) ? text(v) : undefined)
const read = new WeakMap<Values, Values>()
/** Of a holder what belongs to its name, read once: it is asked for at each key. */
const knownOf = (cbf: Values): Values => {
  const had = read.get(cbf)
  if (had) return had
  const known = { obligeIdType: text(cbf.cbfzjlx), obligeIdCard: text(cbf.cbfzjhm), obligePhone: phoneOf(cbf.lxdh) }
  read.set(cbf, known)
  return known
}
/** Whether the same is known of two. */
const isSame = (was: Values | undefined, cbf: Values): boolean => !!was && ['cbfmc', 'cbfzjlx', 'cbfzjhm', 'lxdh'].every((n) => was[n] === cbf[n])
/** How the applicant stands to the parties of a case. */
interface Standing {
  isHolder: boolean
  /** the party that applies */
  own: Values | undefined
  /** names of what is known of the applicant: nobody types it */
  fixed: readonly string[]
  /** somebody else than a party applies */
  isAgent: boolean
}
const standing = (name: unknown, holder: Values | undefined, others: Readonly<Record<string, Values>>): Standing => {
  const isHolder = !!holder && isNamed(name, holder.cbfmc)
  const own = isHolder ? holder : Object.values(others).find((p) => isNamed(name, p.cbfmc))
  const known = own && knownOf(own)
  const fixed = known ? KNOWN.filter((n) => known[n] !== undefined) : []
  return { isHolder, own, fixed, isAgent: !!text(holder?.cbfmc) && !!text(name) && !own }
}
/**
 * The applicant is the contractor until a person names somebody else, who applies as an agent; the name of the case follows the contractor. Parties are typed key by
 * key: the page is drawn for what they change of the applicant (an agent or not, what is known), not for them.
 */
export function useApplicant(base: FormInstance, typeCode: TypeCode, stored?: Values) {
  const filled = useRef<Record<string, unknown>>({})
  const holder = useRef<Values>(undefined)
  /** other parties of the case by their places, as far as they are known */
  const others = useRef<Readonly<Record<string, Values>>>({})
  const last = useRef<{ holder: Values | undefined; own: Values | undefined; isHolder: boolean }>(undefined)
  const [shown, setShown] = useState<{ fixed: readonly string[]; isAgent: boolean }>({ fixed: [], isAgent: false })
  const tail = typeName(typeCode)
  const settle = useStable(() => {
    const name = (base.getFieldValue('obligeName') ?? stored?.obligeName) as unknown
    const { isHolder, own, fixed, isAgent } = standing(name, holder.current, others.current)
    setShown((was) => (was.isAgent === isAgent && was.fixed.join() === fixed.join() ? was : { fixed, isAgent }))
    const was = last.current
    if (was && was.holder === holder.current && was.own === own && was.isHolder === isHolder) return
    last.current = { holder: holder.current, own, isHolder }
    const known = own && knownOf(own)
    for (const n of KNOWN) {
      const now = base.getFieldValue(n) as unknown
      if (known?.[n] !== undefined && now !== known[n]) base.setFieldValue(n, known[n])
      // an agent, and another party, has a number of his own
      else if (!isHolder && holder.current && n !== 'obligeIdType' && now && now === knownOf(holder.current)[n] && known?.[n] !== now)
        base.setFieldValue(n, undefined)
    }
  })
  Form.useWatch((v: Values) => {
    const { isHolder, own, fixed, isAgent } = standing(v.obligeName ?? stored?.obligeName, holder.current, others.current)
    return [isHolder, isAgent, fixed.join(), isHolder ? '' : own?.cbfmc]
  }, base)
  // the page was drawn for another name, or for something else
  useEffect(settle)
  const follow = (cbf: Values) => {
    const cbfmc = text(cbf.cbfmc)
    const next: Record<string, unknown> = {
      obligeName: cbfmc && applicantName(cbfmc),
      ...Object.fromEntries(Object.entries(knownOf(cbf)).filter(([n, v]) => n !== 'obligeIdType' || v !== undefined)),
      obligeAddress: text(cbf.cbfdz)?.includes('*') ? undefined : text(cbf.cbfdz),
      ...(cbf.cbfmc ? { businessName: `${String(cbf.cbfmc)}${tail}` } : {}),
    }
    if (!isSame(holder.current, cbf)) holder.current = cbf
    const now = Object.fromEntries(Object.keys(next).map((n) => [n, base.getFieldValue(n) as unknown]))
    const ours = (n: string) => (n === 'obligeIdType' && !base.isFieldTouched(n)) || (n === 'businessName' && String(now[n]).endsWith(tail))
    for (const [n, v] of Object.entries(following(now, filled.current, next, ours))) {
      base.setFieldValue(n, v)
      filled.current[n] = v
    }
    settle()
  }
  const party = useStable((at: string, cbf: Values) => {
    if (!isSame(others.current[at], cbf)) others.current = { ...others.current, [at]: cbf }
    settle()
  })
  return { follow, party, ...shown }
}
