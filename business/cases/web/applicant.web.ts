import type { FormInstance } from 'antd'
import { useRef } from 'react'
import { typeName, type TypeCode } from '../../../services/process/engine/definitions.ts'

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
/** The applicant is the contractor until a person types somebody else; the name of the case follows the contractor. */
export function useApplicant(base: FormInstance, typeCode: TypeCode): (cbf: Values) => void {
  const filled = useRef<Record<string, unknown>>({})
  const tail = typeName(typeCode)
  return (cbf) => {
    const plain = (v: unknown) => (typeof v === 'string' && v && !v.includes('*') ? v : undefined)
    const next: Record<string, unknown> = {
      obligeName: plain(cbf.cbfmc)?.slice(0, 20),
      ...(plain(cbf.cbfzjlx) ? { obligeIdType: cbf.cbfzjlx } : {}),
      obligeIdCard: plain(cbf.cbfzjhm),
      obligePhone: /^1\d{10}$/.test(String(cbf.lxdh)) ? String(cbf.lxdh) : undefined,
      obligeAddress: plain(cbf.cbfdz),
      ...(cbf.cbfmc ? { businessName: `${cbf.cbfmc}${tail}` } : {}),
    }
    const now = Object.fromEntries(Object.keys(next).map((n) => [n, base.getFieldValue(n) as unknown]))
    const ours = (n: string) => (n === 'obligeIdType' && !base.isFieldTouched(n)) || (n === 'businessName' && String(now[n]).endsWith(tail))
    for (const [n, v] of Object.entries(following(now, filled.current, next, ours))) {
      base.setFieldValue(n, v)
      filled.current[n] = v
    }
  }
}
