import { CaretDownOutlined, CloseOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { useRegionName, useSay } from '../../kit/web/words.web.ts'
import { withoutFilter, listPhrases as words } from './words.ts'

interface RegionChipProps {
  value: string | undefined
  /** whether the tree stands beside the list */
  isOpen: boolean
  onToggle(): void
  onClear(): void
}
/** The region that a list shows, as a chip; pressing it shows the tree beside the list, or takes it away. */
export function RegionChip({ value, isOpen, onToggle, onClear }: RegionChipProps) {
  const { say } = useSay()
  const name = useRegionName(value ?? '')
  const label = value ? name : say(words.allRegions)
  return (
    <span className="list-chip">
      <Button size="small" type="text" aria-label={label} aria-expanded={isOpen} icon={<CaretDownOutlined />} iconPlacement="end" onClick={onToggle}>
        {label}
      </Button>
      {value && <Button size="small" type="text" icon={<CloseOutlined />} aria-label={say(withoutFilter(name, name))} onClick={onClear} />}
    </span>
  )
}
