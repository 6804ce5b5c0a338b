"""The documentation page: one Jinja template and the script that filters it."""

SCRIPT = """
const box = document.querySelector("#find");
const parts = [...document.querySelectorAll("section.part")];
const groups = [...document.querySelectorAll("div.group")];
const nothing = document.querySelector("#nothing");
box.addEventListener("input", () => {
  const wanted = box.value.trim().toLowerCase();
  for (const part of parts)
    part.hidden = !part.textContent.toLowerCase().includes(wanted);
  box.parentElement.classList.toggle("finding", wanted !== "");
  for (const group of groups)
    group.hidden = !group.querySelector("section.part:not([hidden])");
  nothing.hidden = !parts.every((part) => part.hidden);
  nothing.textContent = "Nothing here contains “" + box.value.trim() + "”.";
});
addEventListener("hashchange", () => { box.value = ""; box.dispatchEvent(new Event("input")); });
"""

PAGE = """<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>{{ document.info.title }} {{ document.info.version }}</title>
<style>
:root { color-scheme: light dark; --line: #8884; --soft: #8882; }
* { box-sizing: border-box; }
body { margin: 0; font: 16px/1.5 system-ui, sans-serif; display: grid; grid-template-columns: 19rem minmax(0, 1fr); }
nav { position: sticky; top: 0; height: 100vh; overflow: auto; padding: 1rem; border-right: 1px solid var(--line); }
main { padding: 1rem 2rem 6rem; max-width: 62rem; }
nav a { display: block; text-decoration: none; color: inherit; font-size: .85rem; overflow-wrap: anywhere;
  padding-left: 3.4rem; text-indent: -3.4rem; }
nav a:hover, nav a:focus { text-decoration: underline; }
h1 { margin-top: 0; } nav h2 { font-size: .8rem; margin: 1rem 0 .2rem; text-transform: uppercase; opacity: .7; }
input { width: 100%; font: inherit; padding: .3rem .5rem; }
section.part { border-top: 1px solid var(--line); padding: .5rem 0 1rem; scroll-margin-top: 1rem; }
section.part:target { background: var(--soft); }
code, .method { font-family: ui-monospace, monospace; font-size: .9em; }
.method { font-weight: bold; display: inline-block; min-width: 3.4rem; text-indent: 0; }
table { border-collapse: collapse; width: 100%; font-size: .9rem; margin: .4rem 0 1rem; }
td, th { text-align: left; vertical-align: top; padding: .25rem .6rem .25rem 0; border-bottom: 1px solid var(--soft); }
td, th, h1, h3, p, summary { overflow-wrap: anywhere; }
td:first-child { white-space: nowrap; } .pre { white-space: pre-line; }
summary { cursor: pointer; } details { margin: .3rem 0; }
pre { overflow: auto; max-height: 30rem; background: var(--soft); padding: .5rem; font-size: .8rem; }
@media (max-width: 50rem) {
  body { display: block; }
  nav { position: static; height: auto; border: 0; }
  main { padding: 1rem; }
  nav.finding > :not(input, #nothing) { display: none; }
  td:first-child { white-space: normal; }
  thead { display: none; }
  table, tbody, tr, td { display: block; }
  td { border: 0; padding: 0 0 .1rem; } tr { border-bottom: 1px solid var(--soft); padding: .3rem 0; }
}
</style>
{% macro told(text) %}{% for part in text.split("`") %}
  {%- if loop.index is even %}<code>{{ part }}</code>{% else %}{{ part }}{% endif %}{% endfor %}{% endmacro %}
<nav>
  <input id="find" type="search" placeholder="Find" aria-label="Find" autofocus>
  <p id="nothing" role="status" hidden></p>
  {% for tag, operations in groups %}
  <h2>{{ tag.name }}</h2>
  {% for operation in operations %}
  <a href="#{{ operation.anchor }}"><span class="method">{{ operation.method }}</span>
    {%- for part in operation.path.split("/")[1:] %}/<wbr>{{ part }}{% endfor %}</a>
  {% endfor %}{% endfor %}
  <h2>problems</h2>
  {% for problem in problems %}<a href="#{{ problem.code }}">{{ problem.status }} {{ problem.code }}</a>{% endfor %}
  <details><summary>{{ schemas|length }} schemas</summary>
  {% for name, schema in schemas %}<a href="#schema-{{ name }}">{{ name }}</a>{% endfor %}</details>
</nav>
<main>
  <h1>{{ document.info.title }} {{ document.info.version }}</h1>
  <p class="pre">{{ document.info.description }}</p>
  <p>For programs: <a href="/openapi.json">openapi.json</a>.</p>
  {% macro shown_example(content) %}{% if "example" in content %}
    <details><summary>Example</summary>
    <pre>{{ example_text(content.example) }}</pre></details>
  {% endif %}{% endmacro %}
  {% macro answer_row(status, response) %}
      <tr><td><code>{{ status }}</code>
      <td>{% for type, content in (response.content or {}).items() %}{{ named(content.schema or {}) }}<br>{% endfor %}
      <td><span class="pre">{{ told(response.description) }}</span>
      {% for content in (response.content or {}).values() %}{{ shown_example(content) }}{% endfor %}</tr>
  {% endmacro %}
  {% macro named(schema) %}{% set it = kind(schema) %}
    {%- if it.anchor %}<a href="#{{ it.anchor }}">{{ it.words }}</a>{% else %}{{ it.words }}{% endif %}{% endmacro %}
  {% for tag, operations in groups %}
  <div class="group"><h2>{{ tag.name }}</h2><p>{{ tag.description }}</p>
  {% for operation in operations %}
  <section class="part" id="{{ operation.anchor }}">
    <h3><span class="method">{{ operation.method }}</span> <code>{{ operation.path }}</code></h3>
    <p><strong>{{ told(operation.summary) }}.</strong>
      {%- if operation.description %} {{ told(operation.description) }}{% endif %}</p>
    {% if operation.parameters %}
    <table><thead><tr><th>parameter<th>in<th>type<th>meaning</tr></thead>
    {% for parameter in operation.parameters %}
      <tr><td><code>{{ parameter.name }}</code><td>{{ parameter.in }}<td>{{ named(parameter.schema) }}
      <td>{{ told(parameter.description or "") }}</tr>
    {% endfor %}</table>
    {% endif %}
    {% if operation.requestBody %}
    <p>Body: {% for type, content in operation.requestBody.content.items() %}{{ named(content.schema) }}
      as <code>{{ type }}</code>{% endfor %}
      {%- if not operation.requestBody.required %}, which may be left out{% endif %}.</p>
    {% for content in operation.requestBody.content.values() %}{{ shown_example(content) }}{% endfor %}
    {% endif %}
    <table><thead><tr><th>answer<th>type<th>meaning</tr></thead>
    {% for status, response in operation.responses.items() if status not in usual %}
      {{ answer_row(status, response) }}
    {% endfor %}</table>
    <details><summary>Answers that every call has:
    {% for status, response in operation.responses.items() if status in usual %}{{ status }} {% endfor %}
    </summary><table>
    {% for status, response in operation.responses.items() if status in usual %}
      {{ answer_row(status, response) }}
    {% endfor %}</table></details>
  </section>
  {% endfor %}</div>{% endfor %}
  <div class="group"><h2>problems</h2>
  {% for problem in problems %}
  <section class="part" id="{{ problem.code }}"><h3><code>{{ problem.status }} {{ problem.code }}</code></h3>
  <p>{{ problem.title }}. {{ problem.meaning }}</p></section>
  {% endfor %}</div>
  <div class="group"><h2>schemas</h2>
  {% for name, schema in schemas %}
  <section class="part" id="schema-{{ name }}"><h3><code>{{ name }}</code></h3>
    <p>{{ told(schema.description or "") }}</p>
    {% for one in schema.oneOf or schema.anyOf or [] %}{{ named(one) }}{% if not loop.last %},{% endif %} {% endfor %}
    <table>{% for field, inner in (schema.properties or {}).items() %}
      <tr><td><code>{{ field }}</code>{% if field not in (schema.required or []) %} <small>optional</small>{% endif %}
      <td>{{ named(inner) }}<td>{{ told(inner.description or "") }}</tr>
    {% endfor %}</table>
  </section>
  {% endfor %}</div>
</main>
<script>{{ script|safe }}</script>
</html>
"""
