import type { FormInstance } from 'antd'
import { useRef } from 'react'
import { typeName, type TypeCode } from '../../../services/process/engine/definitions.ts'

/** The applicant is the contractor until a person types somebody else; the name of the case follows the contractor. */
export function useApplicant(base: FormInstance, typeCode: TypeCode): (cbf: Readonly<Record<string, unknown>>) => void {
  const filled = useRef<Record<string, unknown>>({})
  const tail = typeName(typeCode)
  return (cbf) => {
    const plain = (v: unknown) => (typeof v === 'string' && !v.includes('*') ? v : undefined)
    const next: Record<string, unknown> = {
      obligeName: plain(cbf.cbfmc)?.slice(0, 20),
      obligeIdType: plain(cbf.cbfzjlx),
      obligeIdCard: plain(cbf.cbfzjhm),
      obligePhone: /^1\d{10}$/.test(String(cbf.lxdh)) ? String(cbf.lxdh) : undefined,
      obligeAddress: plain(cbf.cbfdz),
      ...(cbf.cbfmc ? { businessName: `${cbf.cbfmc}${tail}` } : {}),
    }
    for (const [n, v] of Object.entries(next)) {
      const now = base.getFieldValue(n)
      const ours =
        !now || now === filled.current[n] || (n === 'obligeIdType' && !base.isFieldTouched(n)) || (n === 'businessName' && String(now).endsWith(tail))
      if (v && ours && now !== v) {
        base.setFieldValue(n, v)
        filled.current[n] = v
      }
    }
  }
}
