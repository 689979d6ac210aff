import { Flex, Grid } from 'antd'
import type { ReactNode } from 'react'
import { phrases } from '../../kit/web/phrases.ts'
import { RegionPicker, RegionTree } from '../../kit/web/RegionTree.web.tsx'
import { useSay } from '../../kit/web/words.web.ts'

interface BesideRegionsProps {
  value?: string | undefined
  onChange(code: string | undefined): void
  children: ReactNode
}
/** What is shown of a region, with the region tree at its left. On a narrow screen the tree is a select above: it would stand before what it is chosen for. */
export function BesideRegions({ value, onChange, children }: BesideRegionsProps) {
  const { say } = useSay()
  const wide = Grid.useBreakpoint().md !== false
  const chosen = value ? { value } : {}
  return (
    <Flex gap="middle" align="start" wrap>
      <div style={{ flex: wide ? '0 0 240px' : '1 1 100%', minWidth: 0 }}>
        {wide ? (
          <RegionTree {...chosen} onChange={onChange} />
        ) : (
          <RegionPicker
            {...chosen}
            aria-label={say(phrases.regions)}
            placeholder={say(phrases.regions)}
            onChange={(code) => onChange(typeof code === 'string' ? code : undefined)}
          />
        )}
      </div>
      <div style={{ flex: '1 1 480px', minWidth: 0 }}>{children}</div>
    </Flex>
  )
}
