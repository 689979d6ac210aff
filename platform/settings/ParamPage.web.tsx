import { param } from '../definitions/system.ts'
import { ListScreen } from '../parts/ListScreen.web.tsx'

/** Parameters. Source: platform.md 3. */
export default () => <ListScreen of={param} />
