import {
  ApartmentOutlined, AppstoreOutlined, AuditOutlined, BankOutlined, BarChartOutlined, BellOutlined, BookOutlined, CalendarOutlined, CloudOutlined, ClusterOutlined,
  ContainerOutlined, DashboardOutlined, DatabaseOutlined, EnvironmentOutlined, ExportOutlined, FileProtectOutlined, FileSearchOutlined, FileTextOutlined, FolderOpenOutlined,
  FolderOutlined, FormOutlined, FundOutlined, GlobalOutlined, HomeOutlined, IdcardOutlined, ImportOutlined, LineChartOutlined, LockOutlined, MenuOutlined, MessageOutlined,
  NotificationOutlined, PartitionOutlined, PieChartOutlined, ProfileOutlined, ReadOutlined, SafetyCertificateOutlined, ScheduleOutlined, SettingOutlined, ShopOutlined,
  SignatureOutlined, SolutionOutlined, SwapOutlined, TableOutlined, TagsOutlined, TeamOutlined, ToolOutlined, UserOutlined, UserSwitchOutlined,
} from '@ant-design/icons'
import type { ComponentType } from 'react'

/** Icons that menus may name in `source`; the closed list keeps the other eight hundred out of the build. */
const icons: Record<string, ComponentType> = {
  ApartmentOutlined, AppstoreOutlined, AuditOutlined, BankOutlined, BarChartOutlined, BellOutlined, BookOutlined, CalendarOutlined, CloudOutlined, ClusterOutlined,
  ContainerOutlined, DashboardOutlined, DatabaseOutlined, EnvironmentOutlined, ExportOutlined, FileProtectOutlined, FileSearchOutlined, FileTextOutlined, FolderOpenOutlined,
  FolderOutlined, FormOutlined, FundOutlined, GlobalOutlined, HomeOutlined, IdcardOutlined, ImportOutlined, LineChartOutlined, LockOutlined, MenuOutlined, MessageOutlined,
  NotificationOutlined, PartitionOutlined, PieChartOutlined, ProfileOutlined, ReadOutlined, SafetyCertificateOutlined, ScheduleOutlined, SettingOutlined, ShopOutlined,
  SignatureOutlined, SolutionOutlined, SwapOutlined, TableOutlined, TagsOutlined, TeamOutlined, ToolOutlined, UserOutlined, UserSwitchOutlined,
}
/** The icon of a menu; an unknown name shows the plain one. */
export function MenuIcon({ name = '' }: { name?: string }) {
  const Icon = icons[name] ?? AppstoreOutlined
  return <Icon />
}
