import { Flex, Grid } from 'antd'
import type { ReactNode } from 'react'
import { phrases } from '../../kit/web/phrases.ts'
import { RegionPicker, RegionTree } from '../../kit/web/RegionTree.web.tsx'
import { useSay } from '../../kit/web/words.web.ts'
import { usePageState, Heading } from '../../kit/web/session.web.ts'
import { useLayout } from '../list/layout.web.ts'
import { RegionChip } from '../list/Regions.web.tsx'
import '../list/list.css'

interface BesideRegionsProps {
  value?: string | undefined
  onChange(code: string | undefined): void
  /** heading of the page */
  title?: string
  /** what stands at the end of the row of the chip: choices, acts */
  extra?: ReactNode
  children: ReactNode
}
/** What is shown of a region, with its chip above; the tree stands at the left when it is asked for. On a narrow screen it is a select above. */
export function BesideRegions({ value, onChange, title, extra, children }: BesideRegionsProps) {
  const { say } = useSay()
  const { key } = usePageState()
  const [layout, setLayout] = useLayout(`regions:${key}`)
  const wide = Grid.useBreakpoint().md !== false
  const chosen = value ? { value } : {}
  const isOpen = layout.tree === true
  return (
    <div className="list-regions">
      {wide && isOpen && (
        <div className="list-aside">
          <RegionTree {...chosen} onChange={onChange} />
        </div>
      )}
      <div className="list-region-main">
        <Flex gap="small" align="center" wrap>
          {title && <Heading className="list-title">{title}</Heading>}
          {wide ? (
            <RegionChip value={value} isOpen={isOpen} onToggle={() => setLayout({ tree: !isOpen })} onClear={() => onChange(undefined)} />
          ) : (
            <RegionPicker
              {...chosen}
              aria-label={say(phrases.regions)}
              placeholder={say(phrases.regions)}
              onChange={(code) => onChange(typeof code === 'string' ? code : undefined)}
            />
          )}
          {extra && <div className="list-extra">{extra}</div>}
        </Flex>
        {children}
      </div>
    </div>
  )
}
