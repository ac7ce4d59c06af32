#include "retake/elasticity/body_file.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "retake/numerics/errors.h"
#include "temporary_folder.h"

namespace retake {
namespace {

using testing::AllOf;
using testing::Contains;
using testing::HasSubstr;

const std::string two_tets_text =
    "*NODE\n1,0,0,0\n2,1,0,0\n3,0,1,0\n4,0,0,1\n5,1,1,1\n"
    "*ELEMENT,TYPE=C3D4,ELSET=ALL\n1,1,2,3,4\n2,2,3,4,5\n";

const std::string vega_tet =
    "*VERTICES\n4 3 0 0\n1 0 0 0\n2 1 0 0\n3 0 1 0\n4 0 0 1\n*ELEMENTS\nTET\n1 4 0\n1 1 2 3 4\n";

Body read_text(const std::string& name, const std::string& text, Notes* notes = nullptr) {
  const TemporaryFolder folder;
  return read_body(folder.put(name, text), notes);
}

std::string complaint_about(const std::string& name, const std::string& text) {
  try {
    read_text(name, text);
  } catch (const InputError& error) {
    return error.what();
  }
  return "nothing";
}

TEST(BodyFile, APinSetOfAnAbaqusFilePins) {
  const Body body = read_text("a.inp", two_tets_text + "*NSET, NSET=pins\n4, 2\n");
  EXPECT_EQ(body.pins, (std::vector<int>{1, 3}));
  EXPECT_EQ(read_text("a.inp", two_tets_text + "*NSET, NSET=Pins\n1\n").pins, std::vector<int>{0});
}

TEST(BodyFile, RepairsOfTheMeshAreTold) {
  Notes notes;
  std::string text = two_tets_text;
  text.replace(text.find("1,1,2,3,4"), 9, "1,2,1,3,4");
  read_text("a.inp", text, &notes);
  EXPECT_THAT(notes, Contains(HasSubstr("turned over: 1 (0) of 2")));
}

TEST(BodyFile, AMaterialThatIsGivenToNoElementAndItsReplacementAreTold) {
  Notes notes;
  const Body body = read_text(
      "a.inp", two_tets_text + "*MATERIAL,NAME=JELLY\n*ELASTIC\n1e4,0.4\n*DENSITY\n900\n", &notes);
  EXPECT_EQ(body.materials.at(static_cast<std::size_t>(body.material_of_element.at(0))).young,
            Material{}.young);
  EXPECT_THAT(notes, Contains(HasSubstr("material 'JELLY' is given to no element")));
  EXPECT_THAT(notes, Contains(HasSubstr("2 of 2 tets have no material")));
}

TEST(BodyFile, NothingIsToldWhereNothingWasReplaced) {
  Notes notes = {"old"};
  read_text("a.veg", vega_tet + "*MATERIAL a\nENU, 1000, 2e5, 0.3\n*REGION\nallElements, a\n",
            &notes);
  EXPECT_THAT(notes, testing::IsEmpty());
}

TEST(BodyFile, MaterialsThatMakeNoSenseAreNamedWithFileAndLine) {
  EXPECT_THAT(
      complaint_about("a.inp", two_tets_text + "*MATERIAL,NAME=M\n*ELASTIC\n1e6,0.5\n*DENSITY\n"
                                               "1000\n*SOLID SECTION,ELSET=ALL,MATERIAL=M\n"),
      AllOf(HasSubstr("a.inp, line 10, material 'M'"), HasSubstr("Poisson's ratio")));
  EXPECT_THAT(complaint_about("a.veg", vega_tet + "*MATERIAL m\nENU, -1000, 2e5, 0.3\n"),
              AllOf(HasSubstr("a.veg, line 11, material 'm'"), HasSubstr("density")));
}

TEST(BodyFile, AKindOfMaterialThatIsNotReadIsRefusedAsSuch) {
  const std::string text = vega_tet + "*MATERIAL m\nMOONEYRIVLIN, 1000, 1, 2, 3\n";
  EXPECT_THAT(complaint_about("a.veg", text + "*REGION\nallElements, m\n"),
              AllOf(HasSubstr("a.veg, line 11: material 'm' is of a kind that is not read"),
                    HasSubstr("found MOONEYRIVLIN"), testing::Not(HasSubstr("found 0"))));
  EXPECT_EQ(complaint_about("a.veg", text), "nothing");  // no element is of it
}

}  // namespace
}  // namespace retake
