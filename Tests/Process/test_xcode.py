"""The project of the iPhone app, read back: Xcode does not exist here, but what it reads does."""

import json
import plistlib
import re
import xml.etree.ElementTree
from pathlib import Path

import openstep
import pytest

ROOT = Path(__file__).resolve().parents[2]
APPS = ROOT / "Apps" / "iOS"
ID = re.compile(r"[0-9A-F]{24}")


@pytest.fixture(scope="module")
def project():
    return openstep.read((APPS / "Daybook.xcodeproj" / "project.pbxproj").read_text())


def of(project, isa):
    return {name: entry for name, entry in project["objects"].items() if entry["isa"] == isa}


def references(value):
    if isinstance(value, dict):
        for name, each in value.items():
            yield from references(name)
            yield from references(each)
    elif isinstance(value, list):
        for each in value:
            yield from references(each)
    elif ID.fullmatch(value):
        yield value


def test_every_reference_leads_to_an_object_and_every_object_is_reached(project):
    objects = project["objects"]
    reached, waiting = set(), [project["rootObject"]]
    while waiting:
        name = waiting.pop()
        assert name in objects, f"{name} is no object"
        if name not in reached:
            reached.add(name)
            waiting += references(objects[name])
    assert reached == set(objects)


def modules(name):
    """A module of the package, and the modules of the package that it needs."""
    manifest = (ROOT / "Package.swift").read_text().split("\n    targets: [")[1]
    declared = {}
    for part in re.split(r"\n        \.(?:\w*[tT]arget|systemLibrary)\(", manifest):
        # A word by itself is a module; a product of another package is named by a label.
        names = re.findall(r'(?:name: |[\[,\s])"(\w+)"', re.sub(r"\.product\(.*", "", part))
        declared |= {names[0]: names[1:]} if names else {}
    found, waiting = set(), [name]
    while waiting:
        one = waiting.pop()
        if one not in found:
            found.add(one)
            waiting += [needed for needed in declared[one] if needed in declared]
    return found


def test_a_mac_builds_the_app_when_one_of_its_modules_changes():
    workflow = (ROOT / ".github/workflows/ios.yml").read_text()
    watched = set(re.findall(r"(?m)^ +- Sources/(\w+)/\*\*$", workflow))
    needed = modules("DaybookPhone") | modules("DaybookWidget")
    assert {"DaybookPhone", "DaybookCore", "CZlib"} <= needed and watched == needed


def test_the_projects_format_and_settings_are_those_that_the_app_needs(project):
    assert project["objectVersion"] == "77"
    assert {entry["name"] for entry in of(project, "PBXNativeTarget").values()} == {
        "Daybook", "DaybookTests", "DaybookUITests", "DaybookToday",
    }
    settings = {}
    for entry in of(project, "XCBuildConfiguration").values():
        settings.update(entry["buildSettings"])
    assert settings["IPHONEOS_DEPLOYMENT_TARGET"] == "18.0"
    assert settings["SWIFT_VERSION"] == "6.0" and settings["SWIFT_STRICT_CONCURRENCY"] == "complete"
    assert settings["TARGETED_DEVICE_FAMILY"] == "1,2"


def test_every_folder_and_file_of_the_project_exists(project):
    for entry in of(project, "PBXFileSystemSynchronizedRootGroup").values():
        assert list((APPS / entry["path"]).rglob("*.swift")), f"{entry['path']} has no Swift"
    for entry in of(project, "PBXFileReference").values():
        if entry["sourceTree"] == "<group>":
            assert (APPS / entry["path"]).is_file()
    for entry in of(project, "XCBuildConfiguration").values():
        for name in ("INFOPLIST_FILE", "CODE_SIGN_ENTITLEMENTS"):
            if name in entry["buildSettings"]:
                assert (APPS / entry["buildSettings"][name]).is_file()
    for entry in of(project, "XCLocalSwiftPackageReference").values():
        assert (APPS / entry["relativePath"] / "Package.swift").is_file()


@pytest.mark.parametrize("target", ["Daybook", "DaybookToday"])
def test_the_package_has_the_products_that_a_target_needs(project, target):
    manifest = (ROOT / "Package.swift").read_text()
    imported = set()
    for file in (APPS / target).rglob("*.swift"):
        imported |= set(re.findall(r"^import (Daybook\w+)", file.read_text(), re.MULTILINE))
    objects = project["objects"]
    entry = next(entry for entry in of(project, "PBXNativeTarget").values() if entry["name"] == target)
    named = {objects[name]["productName"] for name in entry["packageProductDependencies"]}
    phase = next(objects[name] for name in entry["buildPhases"] if objects[name]["isa"] == "PBXFrameworksBuildPhase")
    linked = {objects[objects[name]["productRef"]]["productName"] for name in phase["files"]}
    assert imported == named == linked
    for name in named:
        assert f'.library(name: "{name}"' in manifest


def test_the_app_contains_the_widget_and_shares_a_group_with_it(project):
    objects = project["objects"]
    targets = {entry["name"]: entry for entry in of(project, "PBXNativeTarget").values()}
    widget = targets["DaybookToday"]
    assert widget["productType"] == "com.apple.product-type.app-extension"
    (embedding,) = of(project, "PBXCopyFilesBuildPhase").values()
    # 13 is the folder of plug-ins.
    assert embedding["dstSubfolderSpec"] == "13"
    assert [objects[file]["fileRef"] for file in embedding["files"]] == [widget["productReference"]]
    dependencies = [objects[name]["target"] for name in targets["Daybook"]["dependencies"]]
    assert [objects[name] for name in dependencies] == [widget]
    identifiers = {}
    for name, target in targets.items():
        for configuration in objects[target["buildConfigurationList"]]["buildConfigurations"]:
            identifiers[name] = objects[configuration]["buildSettings"]["PRODUCT_BUNDLE_IDENTIFIER"]
    assert identifiers["DaybookToday"].startswith(identifiers["Daybook"] + ".")
    source = (ROOT / "Sources/DaybookWidget/WidgetFolder.swift").read_text()
    group = re.search(r'group = "([^"]+)"', source)[1]
    for name in ("Daybook", "DaybookToday"):
        entitlements = plistlib.loads((APPS / f"{name}.entitlements").read_bytes())
        assert entitlements == {"com.apple.security.application-groups": [group]}
    info = plistlib.loads((APPS / "DaybookToday-Info.plist").read_bytes())
    assert info["NSExtension"] == {"NSExtensionPointIdentifier": "com.apple.widgetkit-extension"}


def test_the_scheme_names_targets_of_the_project(project):
    scheme = xml.etree.ElementTree.parse(APPS / "Daybook.xcodeproj/xcshareddata/xcschemes/Daybook.xcscheme")
    targets = of(project, "PBXNativeTarget")
    found = [entry.attrib for entry in scheme.iter("BuildableReference")]
    assert found
    for entry in found:
        assert targets[entry["BlueprintIdentifier"]]["name"] == entry["BlueprintName"]


def test_the_property_lists_hold_what_the_code_relies_on():
    info = plistlib.loads((APPS / "Daybook-Info.plist").read_bytes())
    source = (APPS / "Daybook/Device/BackgroundRefresh.swift").read_text()
    assert info["BGTaskSchedulerPermittedIdentifiers"] == re.findall(r'identifier = "([^"]+)"', source)
    assert info["UIBackgroundModes"] == ["fetch"]
    privacy = plistlib.loads((APPS / "Daybook/PrivacyInfo.xcprivacy").read_bytes())
    assert privacy["NSPrivacyTracking"] is False


def test_P4_the_system_asks_the_person_in_words_for_what_the_code_uses(project):
    settings = {}
    for entry in of(project, "XCBuildConfiguration").values():
        settings.update(entry["buildSettings"])
    sources = "".join(file.read_text() for file in (APPS / "Daybook").rglob("*.swift"))
    for use, key in {
        "sourceType = .camera": "NSCameraUsageDescription",
        "requestFullAccessToReminders": "NSRemindersFullAccessUsageDescription",
        "LAContext": "NSFaceIDUsageDescription",
    }.items():
        assert use in sources and settings[f"INFOPLIST_KEY_{key}"]


@pytest.mark.parametrize("target", ["Daybook", "DaybookToday"])
def test_the_catalog_of_strings_is_whole(target):
    catalog = json.loads((APPS / target / "Localizable.xcstrings").read_text())
    assert catalog["sourceLanguage"] == "en" and catalog["version"] == "1.0"
    sources = "".join(file.read_text() for file in (APPS / target).rglob("*.swift"))
    for words in catalog["strings"]:
        assert max(re.split("%(?:@|lld)", words), key=len) in sources, f"no view has {words!r}"
    # Comments and previews are not for a person.
    code = re.sub(r"(?m)^ *//.*$", "", sources)
    code = re.sub(r"#if DEBUG.*?#endif", "", code, flags=re.DOTALL)
    shapes = {re.sub("%(?:@|lld)", "%", words) for words in catalog["strings"]}
    shown = {re.sub(VALUE, "%", words) for words in re.findall(TEXT, code)} - OTHERS
    assert len(shown) > 4 and shown <= shapes, f"the catalog lacks {sorted(shown - shapes)}"


# A value in a text, with calls in it.
VALUE = r"\\\((?:[^()]|\((?:[^()]|\([^()]*\))*\))*\)"
# A literal that begins as a text for people does: with a capital, a quotation mark or a value. SwiftUI looks it up in the catalog, unless it
# is verbatim; phrases for Siri, which name the app, are not looked up there.
TEXT = r'(?<!verbatim: )"((?:[A-Z“]|\\\(\w+\) \w)(?:(?!\\\(\.applicationName)[^"\n])*)"'
# A reason for the system's log, a folder, and to-dos of the sample in the gallery of widgets.
OTHERS = {"Saving", "Widget", "Buy milk", "Pay rent", "Call Asha"}


def test_the_catalogs_of_assets_are_whole():
    for contents in (APPS / "Daybook/Assets.xcassets").rglob("Contents.json"):
        for image in json.loads(contents.read_text()).get("images", []):
            assert (contents.parent / image["filename"]).is_file()
