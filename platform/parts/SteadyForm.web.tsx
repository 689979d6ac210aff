import { Form, type FormProps } from 'antd'
import { createContext, memo, useContext, type ReactNode } from 'react'
import { useStable } from './stable.web.ts'

const Inside = createContext<ReactNode>(null)
const Slot = () => useContext(Inside)
const Drawn = memo(function Drawn(props: FormProps) {
  return (
    <Form {...props}>
      <Slot />
    </Form>
  )
})
interface SteadyFormProps extends Omit<FormProps, 'children'> {
  children: ReactNode
}
/**
 * A form of the component library whose fields are not drawn anew because the form is. The library makes what its fields share anew at each drawing of a form, and so
 * draws all of them; here the form is drawn once and what stands in it is handed through. Props have to stay the same values, but for `onValuesChange` and the children.
 */
export function SteadyForm({ children, onValuesChange, ...props }: SteadyFormProps) {
  const changed = useStable((...told: Parameters<NonNullable<FormProps['onValuesChange']>>) => onValuesChange?.(...told))
  return (
    <Inside value={children}>
      <Drawn {...props} onValuesChange={changed} />
    </Inside>
  )
}
