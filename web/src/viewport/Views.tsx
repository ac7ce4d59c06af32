export function Views() {
  return <div class="views" />;
}
