import { Input } from 'antd'
import type { ComponentProps } from 'react'
import { useClear } from '../../kit/web/clear.web.tsx'
import { isComposing } from '../../kit/web/day-clock.web.ts'

type Search = ComponentProps<typeof Input.Search>

/** A box in which something is searched for on Enter, its button or its cross. Enter that ends what an input method composes acts on the text alone, in every browser. */
export const SearchBox = ({ onSearch, ...rest }: Omit<Search, 'onSearch'> & { onSearch?: (text: string) => void }) => (
  <Input.Search
    {...rest}
    allowClear={useClear()}
    onSearch={(text, by) => {
      if (!by || !isComposing(by as Parameters<typeof isComposing>[0])) onSearch?.(text)
    }}
  />
)
