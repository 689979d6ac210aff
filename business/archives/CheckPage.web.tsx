import { ResourcePage } from '../../platform/list/ResourcePage.web.tsx'
import { archive_check } from './archive.ts'

/** 档案检查: what the nightly look and the looks by hand found and still stands. */
export default function CheckPage() {
  return <ResourcePage of={archive_check} toolCommands={[]} rowCommands={[]} />
}
