export interface RouteTab {
  label: string;
  /** A full address. The tab with the longest address that the current address starts with is active. */
  to: string;
}
