import { Form, type FormInstance } from 'antd'
import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { checkValue } from '../../../kit/model/check.ts'
import { typeName, type TypeCode } from '../../../services/process/engine/definitions.ts'
import { isNamed } from '../applicant.ts'
import { business } from '../business.ts'

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
/** Of a holder what belongs to its name. */
const knownOf = (cbf: Values): Values => ({ obligeIdType: text(cbf.cbfzjlx), obligeIdCard: text(cbf.cbfzjhm), obligePhone: phoneOf(cbf.lxdh) })
/** Whether the same is known of two. */
const isSame = (was: Values | undefined, cbf: Values): boolean => !!was && ['cbfmc', 'cbfzjlx', 'cbfzjhm', 'lxdh'].every((n) => was[n] === cbf[n])
/** The applicant is the contractor until a person names somebody else, who applies as an agent; the name of the case follows the contractor. */
export function useApplicant(base: FormInstance, typeCode: TypeCode, stored?: Values) {
  const filled = useRef<Record<string, unknown>>({})
  const [holder, setHolder] = useState<Values>()
  const tail = typeName(typeCode)
  const name = (Form.useWatch('obligeName', base) ?? stored?.obligeName) as unknown
  /** other parties of the case by their places, as far as they are known */
  const [others, setOthers] = useState<Readonly<Record<string, Values>>>({})
  const isHolder = !!holder && isNamed(name, holder.cbfmc)
  const own = isHolder ? holder : Object.values(others).find((p) => isNamed(name, p.cbfmc))
  /** Names of what is known of the applicant: nobody types it. */
  const named = own ? KNOWN.filter((n) => knownOf(own)[n] !== undefined) : []
  const fixed = useMemo(() => named, [named.join()])
  useEffect(() => {
    const known = own && knownOf(own)
    for (const n of KNOWN) {
      const now = base.getFieldValue(n) as unknown
      if (known?.[n] !== undefined && now !== known[n]) base.setFieldValue(n, known[n])
      // an agent, and another party, has a number of his own
      else if (!isHolder && holder && n !== 'obligeIdType' && now && now === knownOf(holder)[n] && known?.[n] !== now) base.setFieldValue(n, undefined)
    }
  }, [holder, own, isHolder])
  const follow = (cbf: Values) => {
    const next: Record<string, unknown> = {
      obligeName: text(cbf.cbfmc)?.slice(0, 20),
      ...Object.fromEntries(Object.entries(knownOf(cbf)).filter(([n, v]) => n !== 'obligeIdType' || v !== undefined)),
      obligeAddress: text(cbf.cbfdz)?.includes('*') ? undefined : text(cbf.cbfdz),
      ...(cbf.cbfmc ? { businessName: `${String(cbf.cbfmc)}${tail}` } : {}),
    }
    const now = Object.fromEntries(Object.keys(next).map((n) => [n, base.getFieldValue(n) as unknown]))
    const ours = (n: string) => (n === 'obligeIdType' && !base.isFieldTouched(n)) || (n === 'businessName' && String(now[n]).endsWith(tail))
    for (const [n, v] of Object.entries(following(now, filled.current, next, ours))) {
      base.setFieldValue(n, v)
      filled.current[n] = v
    }
    setHolder((h) => (isSame(h, cbf) ? h : cbf))
  }
  const party = useCallback((at: string, cbf: Values) => setOthers((now) => (isSame(now[at], cbf) ? now : { ...now, [at]: cbf })), [])
  /** Somebody else than a party applies. */
  const isAgent = !!text(holder?.cbfmc) && !!text(name) && !own
  return { follow, party, fixed, isAgent }
}
