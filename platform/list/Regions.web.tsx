import { CaretDownOutlined, CloseOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { useState } from 'react'
import { Dialog } from '../../kit/web/dialogs.web.tsx'
import { phrases } from '../../kit/web/phrases.ts'
import { RegionTree } from '../../kit/web/RegionTree.web.tsx'
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

interface RegionSheetProps {
  value: string | undefined
  onChange(code: string | undefined): void
}
/** The chip on a narrow screen, where no tree has room beside the list: it comes over the page, and goes with the choice. */
export function RegionSheet({ value, onChange }: RegionSheetProps) {
  const { say } = useSay()
  const [isOpen, setOpen] = useState(false)
  const choose = (code: string | undefined) => {
    setOpen(false)
    onChange(code)
  }
  return (
    <>
      <RegionChip value={value} isOpen={isOpen} onToggle={() => setOpen(!isOpen)} onClear={() => choose(undefined)} />
      <Dialog open={isOpen} title={say(phrases.regions)} footer={null} onCancel={() => setOpen(false)}>
        <RegionTree {...(value ? { value } : {})} onChange={choose} height={420} />
      </Dialog>
    </>
  )
}
