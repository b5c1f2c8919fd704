export interface RouteTab {
  label: string;
  /** A full address; the longest one that the present address begins with is the active tab. */
  to: string;
}
