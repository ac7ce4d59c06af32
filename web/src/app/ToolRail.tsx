export function ToolRail() {
  return <nav class="rail" />;
}
