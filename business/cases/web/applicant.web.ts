import { Form, type FormInstance } from 'antd'
import { useEffect, useRef, useState } from 'react'
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
/** The applicant is the contractor until a person names somebody else, who applies as an agent; the name of the case follows the contractor. */
export function useApplicant(base: FormInstance, typeCode: TypeCode, stored?: Values) {
  const filled = useRef<Record<string, unknown>>({})
  const [holder, setHolder] = useState<Values>()
  const tail = typeName(typeCode)
  const name = (Form.useWatch('obligeName', base) ?? stored?.obligeName) as unknown
  const isHolder = !!holder && isNamed(name, holder.cbfmc)
  /** Names of what is known of the applicant: nobody types it. */
  const fixed = isHolder ? KNOWN.filter((n) => knownOf(holder)[n] !== undefined) : []
  useEffect(() => {
    if (!holder) return
    const known = knownOf(holder)
    for (const n of KNOWN) {
      const now = base.getFieldValue(n) as unknown
      if (isHolder && known[n] !== undefined && now !== known[n]) base.setFieldValue(n, known[n])
      // an agent has a number of his own
      if (!isHolder && n !== 'obligeIdType' && now && now === known[n]) base.setFieldValue(n, undefined)
    }
  }, [holder, isHolder])
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
    setHolder((h) => (['cbfmc', 'cbfzjlx', 'cbfzjhm', 'lxdh'].every((n) => h?.[n] === cbf[n]) && h ? h : cbf))
  }
  /** Somebody else than the holder applies. */
  const isAgent = !!text(holder?.cbfmc) && !!text(name) && !isHolder
  return { follow, fixed, isAgent }
}
