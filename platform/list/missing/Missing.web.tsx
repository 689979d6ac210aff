import { CheckOutlined, QuestionCircleOutlined } from '@ant-design/icons'
import { Button, Dropdown, Tooltip } from 'antd'
import type { AnyResource } from '../../../kit/model/resource.ts'
import { today } from '../../../kit/web/clock.web.ts'
import { useSession } from '../../../kit/web/session.web.ts'
import { useSay } from '../../../kit/web/words.web.ts'
import type { FilterChoices, Filters } from '../conditions.ts'
import { missingFields, refusalOf } from './missing.ts'
import { listPhrases as words, missingIn } from '../words.ts'

interface MissingProps {
  of: AnyResource
  filters: Filters
  without: readonly string[]
  choices: FilterChoices
  /** whether the list takes a filter expression */
  expressed: boolean
  onSet(name: string, value: string): void
}
/** What may be missing in the rows of the list, each asked for by one press; what the breadth of the list does not allow says why. */
export function MissingMenu({ of: r, filters, without, choices, expressed, onSet }: MissingProps) {
  const { say } = useSay()
  const { user } = useSession()
  const region = filters.regionCode || user?.dept_region || ''
  const isPast = !!filters.asOf
  const chosen = Object.entries(choices).flatMap(([name, { missing }]) => {
    if (!missing) return []
    const isOn = filters[name] === missing.value
    return [{ key: name, text: missing.label, isOn, why: undefined, onPress: () => onSet(name, isOn ? '' : missing.value) }]
  })
  const fields = (expressed ? missingFields(r, without, filters.where, isPast) : []).map((f) => ({
    key: `empty.${f.name}`,
    text: missingIn(f.label),
    isOn: f.isOn,
    why: refusalOf(r, f.where, region, today()),
    onPress: () => onSet('where', f.where),
  }))
  const all = [...chosen, ...fields]
  if (all.length === 0) return null
  const items = all.map(({ key, text, isOn, why, onPress }) => ({
    key,
    disabled: !!why,
    icon: <CheckOutlined style={{ visibility: isOn ? 'visible' : 'hidden' }} />,
    label: why ? <Tooltip title={say(why)}>{say(text)}</Tooltip> : say(text),
    onClick: onPress,
  }))
  return (
    <Dropdown autoFocus trigger={['click']} menu={{ items, style: { maxHeight: 420, overflow: 'auto' } }}>
      <Button size="small" shape="round" icon={<QuestionCircleOutlined />} aria-label={say(words.missing)}>
        {say(words.missing)}
      </Button>
    </Dropdown>
  )
}
