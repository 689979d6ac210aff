import { Alert, type AlertProps } from 'antd'
import { createContext, useContext, useEffect, useId } from 'react'
import type { FieldFault } from '../form.web.ts'

/** Takes what stands in the way of a case while it is shown; undefined takes it back. */
export const HinderContext = createContext<(id: string, of: FieldFault | undefined) => void>(() => undefined)

interface HindranceProps extends Omit<AlertProps, 'title'> {
  /** path of the form where something else must be chosen */
  field: string
  title: string
}
/** Something for which the case will not be taken, however complete it is: told where it stands, first of all that is missing, and the part is not done. */
export function CaseBlocker({ field, title, ...rest }: HindranceProps) {
  const id = useId()
  const tell = useContext(HinderContext)
  useEffect(() => {
    tell(id, { field, msg: title })
    return () => tell(id, undefined)
  }, [tell, id, field, title])
  return <Alert type="error" showIcon title={title} {...rest} />
}
