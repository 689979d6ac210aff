import { memo, useRef, type FC } from 'react'
import { useStable } from '../../../../platform/parts/stable.web.ts'
import type { Form as CaseData } from '../../definitions/business.ts'
import type { PartProps } from '../screen.web.ts'

/** Stands for every name: whoever lists the names of a form reads it whole. */
const ALL = Symbol('all')
type Reads = Set<string | symbol>
/** The form as a part sees it: which of its names are read is kept in `reads`; a handler that reads later sees the form of `now`. */
function watched(now: { current: CaseData }, reads: Reads): CaseData {
  const all = () => {
    reads.add(ALL)
    return Reflect.ownKeys(now.current)
  }
  return new Proxy<CaseData>(
    {},
    {
      get: (_, name) => (reads.add(name), Reflect.get(now.current, name) as unknown),
      has: (_, name) => (reads.add(name), Reflect.has(now.current, name)),
      ownKeys: all,
      getOwnPropertyDescriptor: (_, name) => {
        reads.add(name)
        const of = Reflect.getOwnPropertyDescriptor(now.current, name)
        return of && { ...of, configurable: true }
      },
    },
  )
}
/** Whether what was read of a form is another in a newer one. */
const isOther = (was: CaseData, now: CaseData, reads: Reads): boolean =>
  was !== now && (reads.has(ALL) || [...reads].some((n) => Reflect.get(was, n) !== Reflect.get(now, n)))

/** What a part sees of the form: the same until a name that it has read is another. */
function useWatched(form: CaseData): CaseData {
  const reads = useRef<Reads>(new Set()).current
  const now = useRef(form)
  now.current = form
  const last = useRef<{ of: CaseData; seen: CaseData }>(undefined)
  if (!last.current || isOther(last.current.of, form, reads)) last.current = { of: form, seen: watched(now, reads) }
  return last.current.seen
}

const textOf = ({ about, faults, editing }: PartProps) => JSON.stringify([about, editing, faults.map((f) => [f.field, f.msg])])
interface DrawnProps extends PartProps {
  Part: FC<PartProps>
}
const Drawn = memo(
  ({ Part, ...props }: DrawnProps) => <Part {...props} />,
  (was, now) => was.Part === now.Part && was.form === now.form && was.row === now.row && textOf(was) === textOf(now),
)
/** A part of a type's form, drawn anew when something is another that it reads: of the form only the names that it asked for. */
export function PartBody({ Part, form, ...props }: DrawnProps) {
  const onChange = useStable(props.onChange),
    onType = useStable(props.onType),
    onApplicant = useStable(props.onApplicant),
    onRegister = useStable(props.onRegister),
    onShow = useStable(props.onShow),
    onParty = useStable((at: string, cbf: Readonly<Record<string, unknown>>) => props.onParty?.(at, cbf))
  const calls = { onChange, onType, onApplicant, onRegister, onShow, onParty }
  return <Drawn {...props} {...calls} Part={Part} form={useWatched(form)} />
}
